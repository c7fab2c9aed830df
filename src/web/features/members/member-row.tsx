import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { FollowButton } from './follow-button.tsx'
import styles from './member-row.module.css'

interface MemberRowProps {
  member: {
    _id: string
    username: string
    name: string | null
    avatar: string | null
    isFollowing: boolean
    requested?: true | undefined
  }
  /** In place of the name. */
  note?: ReactNode
  /** Before the action. */
  extra?: ReactNode
  /** In place of the follow button. */
  action?: ReactNode
}

/** A member in a list: picture, @name and name lead to the profile; following needs no visit. */
export function MemberRow({ member, note, extra, action }: MemberRowProps) {
  const { _id, username, name, avatar } = member
  const second = note ?? (name ? <bdi>{name}</bdi> : null)
  return (
    <div className={styles.row}>
      <Avatar src={avatar} size={44} />
      <div className={styles.names}>
        <Link className={styles.link} to={paths.profile(_id)}>
          <bdi>@{username}</bdi>
        </Link>
        {second ? <span className={styles.name}>{second}</span> : null}
      </div>
      {extra}
      <div className={styles.action}>{action ?? <FollowButton member={member} inRow />}</div>
    </div>
  )
}
