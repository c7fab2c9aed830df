import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'
import { setResetFlow } from '#web/lib/reset-flow.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { askForResetCode, sendResetCode } from './codes.api.ts'
import { CodeForm } from './code-form.tsx'
import { ResendCode } from './resend-code.tsx'
import styles from './account-form.module.css'

interface VerifyResetCodeFormProps {
  email: string
  /** Null where it is not known any more; then only the way back leads to another code. */
  username: string | null
  justSent: boolean
  /** Leaves the page. */
  onVerified: () => void
}

export function VerifyResetCodeForm({ email, username, justSent, onVerified }: VerifyResetCodeFormProps) {
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
      {username === null ? null : (
        <ResendCode ask={() => askForResetCode({ username, email })} justSent={justSent} />
      )}
      <a className={styles.link} href={paths.forgotPassword()}>
        {t('auth.resetCode.goBack')}
      </a>
    </CodeForm>
  )
}
