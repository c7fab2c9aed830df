import { useQuery } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { GuestNotice } from '#web/features/accounts/guest/guest-notice.tsx'
import { LinkFailed } from '#web/features/accounts/guest/link-failed.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { linkedStatementQuery } from './moderation.api.ts'
import { StatementCard } from './statement-card.tsx'

/** The decision of the link in a mail, for who may not be able to log in. */
export function LinkedAppeal({ token }: { token: string }) {
  const { t } = useTranslation()
  const answer = useQuery({ ...linkedStatementQuery(token), enabled: token !== '' })
  if (token === '' || (answer.error instanceof ApiError && answer.error.code === 'appeal.link'))
    return (
      <GuestNotice text={t('errors.appeal.link')} link={{ to: paths.home(), label: t('notFound.home') }} />
    )
  if (answer.error)
    return <LinkFailed error={answer.error} busy={answer.isFetching} onRetry={answer.refetch} />
  if (!answer.data) return <LoadingRows count={1} height="12rem" />
  return <StatementCard heading="h2" statement={answer.data} by={{ token }} />
}
