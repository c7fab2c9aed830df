import { useQuery } from '@tanstack/react-query'
import { isolated } from '#shared/isolated.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { memberFilmLogsQuery } from './logs.api.ts'
import { ReviewCard } from './review/review-card.tsx'
import styles from './member-film-logs.module.css'

interface MemberFilmLogsProps {
  userId: string
  filmId: number
}

/** Whose logs of which film: from the logs themselves, or by name where there are none. */
export function useMemberFilmLogsTitle({ userId, filmId }: MemberFilmLogsProps): string {
  const { t } = useTranslation()
  const { data: logs } = useQuery(memberFilmLogsQuery(userId, filmId))
  const isEmpty = logs?.length === 0
  const { data: film } = useQuery({ ...filmQuery(filmId), enabled: isEmpty })
  const { data: member } = useQuery({ ...memberQuery(userId), enabled: isEmpty })
  const title = logs?.[0]?.title ?? film?.title
  const name = logs?.[0]?.user.username ?? member?.username
  if (title === undefined || name === undefined) return t('filmLogs.short')
  // Isolated: each has a direction of its own.
  return t('filmLogs.title', { title: isolated(title), name: isolated(`@${name}`) })
}

/** One member's logs of a film. */
export function MemberFilmLogs({ userId, filmId }: MemberFilmLogsProps) {
  const { t } = useTranslation()
  const { data: logs, error, isPending, refetch } = useQuery(memberFilmLogsQuery(userId, filmId))
  if (isPending) return <LoadingRows count={3} height="12rem" className={styles.list} />
  if (!logs) {
    return <LoadFailed error={error} unknown={t('errors.member.not_found')} onRetry={refetch} />
  }
  if (logs.length === 0) return <EmptyState drawing="page" text={t('filmLogs.empty')} />
  return (
    <ul className={styles.list}>
      {logs.map((log) => (
        <li key={log._id}>
          <ReviewCard log={log} head="film" />
        </li>
      ))}
    </ul>
  )
}
