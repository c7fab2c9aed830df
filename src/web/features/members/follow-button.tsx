import { useQueryClient } from '@tanstack/react-query'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { followMutation } from './members.api.ts'
import styles from './follow-button.module.css'

interface FollowButtonProps {
  member: { _id: string; username: string; isFollowing: boolean; requested?: true | undefined }
  /** One of many. */
  inRow?: boolean
}

/** Follow, Requested or Following; not there for oneself. The labels lie on each other, so the width never changes. */
export function FollowButton({ member, inRow = false }: FollowButtonProps) {
  const { t } = useTranslation()
  const viewer = useSession()?.user
  const mutation = followMutation(useQueryClient(), viewer?._id ?? '', member._id)
  const { username, isFollowing, requested = false } = member
  const isOn = isFollowing || requested
  const follow = useToggle(mutation, isOn, {
    failed: (error) => errorText(error, 'members.followFailed'),
  })
  if (!viewer || viewer._id === member._id) return null
  const labels = [
    { text: t('members.follow'), isShown: !isOn },
    { text: t('members.following'), isShown: isFollowing },
    ...(requested ? [{ text: t('members.requested'), isShown: !isFollowing }] : []),
  ]
  const name = t('members.followName', { username })
  const shown = labels.find(({ isShown }) => isShown)?.text
  return (
    <Button
      size="sm"
      variant={isOn ? 'secondary' : inRow ? 'soft' : 'primary'}
      busy={follow.isPending}
      aria-pressed={isOn}
      // Holds the word that is shown, by which people who speak to their device call the button.
      aria-label={isOn ? `${name}: ${shown}` : name}
      onClick={follow.press}
    >
      <span className={styles.labels}>
        {labels.map(({ text, isShown }) =>
          isShown ? (
            <span key={text}>{text}</span>
          ) : (
            <span key={text} className={styles.unseen} data-text={text} />
          ),
        )}
      </span>
    </Button>
  )
}
