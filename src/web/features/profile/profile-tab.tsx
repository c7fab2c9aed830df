import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { LogGrid } from '#web/features/logs/log-grid.tsx'
import { memberLogsQuery } from '#web/features/logs/logs.api.ts'
import { recentByWatched } from '#web/features/logs/recent-logs.ts'
import { Section } from '#web/ui/section.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import type { ProfileTabProps } from './profile-tabs.ts'
import styles from './profile-tab.module.css'

/** Specification 1, section 9. */
const recentCount = 6

export function ProfileTab({ member }: ProfileTabProps) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('profile.favourites')}>
        {member.favoriteFilms.length > 0 ? (
          <FilmGrid films={member.favoriteFilms} variant="compact" sizes="(min-width: 752px) 171px, 22vw" />
        ) : (
          <p className={styles.none}>{t('profile.favouritesEmpty')}</p>
        )}
      </Section>
      <RecentLogs userId={member._id} />
    </>
  )
}

function RecentLogs({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { data: logs, isPending } = useQuery(memberLogsQuery(userId))
  return (
    <Section title={t('profile.recent')}>
      {isPending ? (
        <SkeletonGrid count={recentCount} columns={3} />
      ) : logs && logs.length > 0 ? (
        <LogGrid
          logs={recentByWatched(logs, recentCount)}
          columns="three"
          showAuthor={false}
          time="watched"
        />
      ) : (
        <p className={styles.none}>{t('profile.recentEmpty')}</p>
      )}
    </Section>
  )
}
