import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { LogGrid } from '#web/features/logs/log-grid.tsx'
import { recentCount, recentLogsQuery } from '#web/features/logs/logs.api.ts'
import { Section } from '#web/ui/section.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { Connections } from './connections.tsx'
import { useProfileTab, type ProfileTabProps } from './profile-tabs.ts'
import styles from './profile-tab.module.css'

/** Favourite films, the newest of the diary, places elsewhere. */
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
      <Connections socials={member.socials} />
    </>
  )
}

function RecentLogs({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const [, showTab] = useProfileTab()
  const { data: logs, isPending } = useQuery(recentLogsQuery(userId))
  return (
    <Section
      title={t('profile.recent')}
      action={
        <button type="button" className={styles.more} onClick={() => showTab('films')}>
          {t('common.more')}
        </button>
      }
    >
      {isPending ? (
        <SkeletonGrid count={recentCount} columns={3} />
      ) : logs && logs.length > 0 ? (
        <LogGrid logs={logs} columns="three" showAuthor={false} time="watched" />
      ) : (
        <p className={styles.none}>{t('profile.recentEmpty')}</p>
      )}
    </Section>
  )
}
