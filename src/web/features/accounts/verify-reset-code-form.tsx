import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'
import { setResetFlow } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { sendResetCode } from './accounts.api.ts'
import { CodeForm } from './code-form.tsx'
import styles from './account-form.module.css'

/** `onVerified` leaves the page. */
export function VerifyResetCodeForm({ email, onVerified }: { email: string; onVerified: () => void }) {
  const { t } = useTranslation()
  const verify = useSubmit(sendResetCode)
  const send = (code: string) =>
    verify.submit(
      { email, code },
      {
        onSuccess: () => {
          setResetFlow({ email, code })
          onVerified()
        },
      },
    )
  return (
    <CodeForm
      submitLabel={t('auth.resetCode.submit')}
      busy={verify.busy || verify.done}
      failure={verify.error ? errorText(verify.error, 'auth.resetCode.failed') : null}
      onCode={send}
    >
      <a className={styles.link} href={paths.forgotPassword()}>
        {t('auth.resetCode.goBack')}
      </a>
    </CodeForm>
  )
}
