import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { sendResetCode, verifyResetCodeMutation } from './accounts.api.ts'
import { setResetFlow } from './code-flow.ts'
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
  const verify = useMutation(verifyResetCodeMutation())
  const send = (code: string) =>
    verify.mutate(
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
      busy={verify.isPending || verify.isSuccess}
      failure={verify.error ? errorText(verify.error, 'auth.resetCode.failed') : null}
      onCode={send}
    >
      {username === null ? null : (
        <ResendCode ask={() => sendResetCode({ username, email })} justSent={justSent} />
      )}
      <Link className={styles.link} to={paths.forgotPassword()}>
        {t('auth.resetCode.goBack')}
      </Link>
    </CodeForm>
  )
}
