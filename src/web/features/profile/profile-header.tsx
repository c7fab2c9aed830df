import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { heroSource } from '#web/lib/first-pictures.ts'
import { avatarUrl, defaultBackdrop } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Hero, HeroSkeleton } from '#web/ui/layout/hero.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Profile } from '#web/features/members/members.api.ts'
import styles from './profile-header.module.css'

interface ProfileHeaderProps {
  member: Profile
  /** Beside the picture. */
  actions: ReactNode
}

/** Backdrop, picture, names, bio and counts. The heading is in the bar above, so the name here is silent. */
export function ProfileHeader({ member, actions }: ProfileHeaderProps) {
  const { t, locale } = useTranslation()
  const counts = [
    { noun: 'profile.following', count: member.followingCount, to: paths.following(member._id) },
    { noun: 'profile.followers', count: member.followersCount, to: paths.followers(member._id) },
    { noun: 'profile.films', count: member.filmsCount, to: null },
  ] as const
  return (
    <>
      <Hero low {...heroSource(member.profileBackdrop, member.backdrop)} fallback={defaultBackdrop} />
      <div className={styles.header}>
        <div className={styles.inner}>
          <span className={styles.avatar}>
            <Avatar
              src={avatarUrl(member.avatar)}
              size={100}
              alt={t('profile.avatarAlt', { name: member.username })}
              eager
            />
          </span>
          {actions === null ? null : <div className={styles.actions}>{actions}</div>}
          <div className={styles.names}>
            {member.name ? (
              <span className={styles.name} aria-hidden="true">
                <bdi>{member.name}</bdi>
              </span>
            ) : null}
            <span className={member.name ? styles.username : styles.name}>
              <bdi>@{member.username}</bdi>
              {member.locked ? (
                <span className={styles.lock} role="img" aria-label={t('members.locked')}>
                  <Lock size={14} />
                </span>
              ) : null}
            </span>
          </div>
          {member.bio === '' ? null : (
            <p className={styles.bio} dir="auto">
              {member.bio}
            </p>
          )}
          <ul className={styles.counts} data-walk="past">
            {counts.map(({ noun, count, to }) => {
              const content = (
                <>
                  <span className={styles.number}>{formatNumber(count, locale)}</span>{' '}
                  <span className={styles.label}>{t(noun, { count })}</span>
                </>
              )
              return (
                <li key={noun}>
                  {to === null ? (
                    <span className={styles.count}>{content}</span>
                  ) : (
                    <Link className={styles.count} to={to}>
                      {content}
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </>
  )
}

export function ProfileHeaderSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <HeroSkeleton low />
      <div className={styles.header}>
        <div className={styles.inner}>
          <span className={styles.avatar}>
            <span className={styles.avatarBox} aria-hidden="true" />
          </span>
          <p className={styles.loading} role="status">
            {t('common.loading')}
          </p>
          <div className={styles.names}>
            <Skeleton width="10rem" height="1.75rem" />
          </div>
          <Skeleton className={styles.counts} height="2.75rem" width="15rem" />
        </div>
      </div>
    </div>
  )
}
