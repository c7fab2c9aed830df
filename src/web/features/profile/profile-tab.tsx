import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense, useId, useState, type ComponentType } from 'react'
import { weekMs } from '#shared/durations.ts'
import { useTranslation, withTexts } from '#web/i18n/index.ts'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { LogButton } from '#web/features/logs/dialog/log-button.tsx'
import { LogGrid } from '#web/features/logs/log-tile.tsx'
import { recentCount, recentLogsQuery } from '#web/features/logs/logs.api.ts'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { FindFilms } from '#web/features/paging/ways-on.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { connectionsOf } from './connection-links.ts'
import { ProfileParts } from './profile-parts.tsx'
import styles from './profile-tab.module.css'
import type { Profile } from '#web/features/members/members.api.ts'
import { useProfileTab, type ProfileTabProps } from './profile-tabs.ts'

/** Only wide desks have room for it, and none of them waits for it. */
const YearCard = lazy(async (): Promise<{ default: ComponentType<{ userId: string }> }> => {
  try {
    const code = await withTexts(import('#web/features/statistics/year-card.tsx'), 'steps', 'app')
    return { default: code.YearCard }
  } catch {
    return { default: () => null }
  }
})

/** Favourite films beside figures of the year, the newest of the diary, places elsewhere. */
export function ProfileTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  // In letters, as the columns of the wall are: large ones leave no column beside four posters.
  const isWide = useMediaQuery('(min-width: 80rem)')
  // The height is that of the posters: nothing moves when the figures come, or where there are none to show.
  const hasRoom = isWide && member.favoriteFilms.length > 0
  return (
    <>
      <div className={classNames(styles.favourites, hasRoom && styles.wide)}>
        <Section title={t('profile.favourites')}>
          {member.favoriteFilms.length > 0 ? (
            <FilmGrid films={member.favoriteFilms} variant="four" />
          ) : (
            <EmptyState
              drawing="shelf"
              text={t('profile.favouritesEmpty')}
              action={isOwner ? <FindFilms /> : null}
              small
            />
          )}
        </Section>
        {hasRoom ? (
          <div className={styles.year}>
            <Suspense fallback={null}>
              <YearCard userId={member._id} />
            </Suspense>
          </div>
        ) : null}
      </div>
      <ProfileParts userId={member._id} />
      <RecentLogs userId={member._id} isOwner={isOwner} />
      <Connections socials={member.socials} createdAt={member.createdAt} />
    </>
  )
}

function RecentLogs({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const { t } = useTranslation()
  const [, showTab] = useProfileTab()
  const { data: logs, isPending, refetch } = useQuery(recentLogsQuery(userId))
  const nothing = (
    <EmptyState
      drawing="page"
      text={t('profile.recentEmpty')}
      action={isOwner && logs ? <LogButton shape="pill" /> : null}
      small
    />
  )
  return (
    <Section
      title={t('profile.recent')}
      action={
        <button type="button" onClick={() => showTab('films')}>
          {t('common.more')}
        </button>
      }
    >
      <div className={styles.recent}>
        {isPending ? (
          <SkeletonGrid count={recentCount} columns="wall" />
        ) : logs === undefined ? (
          <ShownAsEmpty onRetry={refetch} small>
            {nothing}
          </ShownAsEmpty>
        ) : logs.length > 0 ? (
          <LogGrid logs={logs} columns="wall" showAuthor={false} time="watched" />
        ) : (
          nothing
        )}
      </div>
    </Section>
  )
}

/** A member's places elsewhere, closed at first; nothing without any. */
export function Connections({ socials, createdAt }: Pick<Profile, 'socials' | 'createdAt'>) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  // In the first week links are `nofollow`, so that accounts made for their links alone gain nothing.
  const [isNew] = useState(() => Date.now() - Date.parse(createdAt) < weekMs)
  const links = connectionsOf(socials)
  if (links.length === 0) return null
  return (
    <Section
      title={t('profile.connections')}
      action={
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t(open ? 'profile.hide' : 'profile.show')}
        </button>
      }
    >
      <ul id={id} className={styles.links} hidden={!open}>
        {links.map(({ kind, href, text }) => (
          <li key={kind}>
            <a
              className={styles.link}
              href={href}
              target="_blank"
              rel={isNew ? 'nofollow noopener noreferrer' : 'noopener noreferrer'}
            >
              <span className={styles.site}>{t(`profile.sites.${kind}`)}</span>
              <bdi className={styles.text} dir="ltr">
                {text}
              </bdi>
              <ExternalLink className={styles.icon} aria-hidden="true" size={18} data-mirror="" />
              <VisuallyHidden>{t('profile.newTab')}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
