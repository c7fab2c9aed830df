import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { LogGrid } from '#web/features/logs/log-grid.tsx'
import { memberLogsQuery } from '#web/features/logs/logs.api.ts'
import { recentByWatched } from '#web/features/logs/recent-logs.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { ProfileHeader, ProfileHeaderSkeleton } from './profile-header.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './profile-view.module.css'

/** Specification 1, section 9. */
const recentCount = 6

interface ProfileViewProps {
  userId: string
  /** False where the bottom navigation leads straight here. */
  withBack: boolean
}

/** A member's profile (specification 1, section 2). */
export function ProfileView({ userId, withBack }: ProfileViewProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const viewer = useMember()
  const { data: member, error, isPending, refetch } = useQuery(memberQuery(userId))
  usePageTitle(member ? `@${member.username}` : '')
  return (
    <>
      <TopBar
        overlay={member !== undefined || isPending}
        title={member ? <bdi>{member.name ?? `@${member.username}`}</bdi> : t('profile.title')}
        {...(withBack ? { onBack: () => void navigate(-1), backLabel: t('common.back') } : {})}
        action={member ? <ProfileMenu member={member} isOwner={viewer?._id === member._id} /> : null}
      />
      {member ? (
        <>
          <ProfileHeader member={member} />
          <div className={styles.column}>
            <Section title={t('profile.favourites')}>
              {member.favoriteFilms.length > 0 ? (
                <FilmGrid
                  films={member.favoriteFilms}
                  variant="compact"
                  sizes="(min-width: 752px) 171px, 22vw"
                />
              ) : (
                <p className={styles.none}>{t('profile.favouritesEmpty')}</p>
              )}
            </Section>
            <RecentLogs userId={member._id} />
          </div>
        </>
      ) : isPending ? (
        <ProfileHeaderSkeleton />
      ) : (
        <div className={styles.failed}>
          <EmptyState
            text={errorText(error, 'errorPage.title')}
            action={
              <Button variant="secondary" size="sm" onClick={() => void refetch()}>
                {t('common.tryAgain')}
              </Button>
            }
          />
        </div>
      )}
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
