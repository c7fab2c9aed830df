import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { failureText } from '#web/features/failures/failures.ts'
import formStyles from '#web/features/accounts/guest/account-form.module.css'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { unsubscribeMailMutation } from './notification-settings.api.ts'

/** Ends mails by the link at their foot, once its button is pressed: programs that look at links end nothing. */
export function UnsubscribeForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMutation(unsubscribeMailMutation(token))
  return (
    <div className={formStyles.form}>
      {data ? (
        <p className={formStyles.text} role="status">
          {t('reach.unsubscribe.done')}
        </p>
      ) : (
        <>
          <p className={formStyles.text}>{t('reach.unsubscribe.text')}</p>
          {error ? <InlineError text={failureText(error, 'common.saveFailed')} /> : null}
          <Button busy={isPending} onClick={() => mutate()}>
            {t('reach.unsubscribe.action')}
          </Button>
        </>
      )}
      <p className={formStyles.links}>
        <Link className={formStyles.link} to={paths.notificationSettings()}>
          {t('reach.title')}
        </Link>
      </p>
    </div>
  )
}
