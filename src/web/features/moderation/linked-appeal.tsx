import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import formStyles from '#web/features/accounts/guest/account-form.module.css'
import { loadErrorText } from '#web/features/paging/load-failed.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { linkedStatementQuery } from './moderation.api.ts'
import { StatementCard } from './statement-card.tsx'

/** The decision of the link in a mail, for who may not be able to log in. */
export function LinkedAppeal({ token }: { token: string }) {
  const { t } = useTranslation()
  const answer = useQuery({ ...linkedStatementQuery(token), enabled: token !== '' })
  if (token === '' || (answer.error instanceof ApiError && answer.error.code === 'appeal.link'))
    return (
      <div className={formStyles.form}>
        <p className={formStyles.text}>{t('errors.appeal.link')}</p>
        <p className={formStyles.links}>
          <Link className={formStyles.link} to={paths.home()}>
            {t('notFound.home')}
          </Link>
        </p>
      </div>
    )
  if (answer.error)
    return (
      <div className={formStyles.form}>
        <InlineError text={loadErrorText(answer.error)} />
        <Button variant="secondary" busy={answer.isFetching} onClick={() => void answer.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    )
  if (!answer.data) return <SkeletonRows count={1} height="12rem" label={t('common.loading')} />
  return <StatementCard heading="h2" statement={answer.data} by={{ token }} />
}
