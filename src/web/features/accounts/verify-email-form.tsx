import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { Filled, slot } from '#web/lib/filled.tsx'
import { setFlash } from '#web/lib/flash.ts'
import { updateSessionUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { toast } from '#web/ui/toast.tsx'
import { askForEmailCode, sendEmailCode } from './codes.api.ts'
import { CodeForm } from './code-form.tsx'
import { ResendCode } from './resend-code.tsx'
import styles from './account-form.module.css'

interface VerifyEmailFormProps {
  email: string
  justSent: boolean
  /** Leaves the page. */
  onVerified: () => void
}

export function VerifyEmailForm({ email, justSent, onVerified }: VerifyEmailFormProps) {
  const { t } = useTranslation()
  const verify = useSubmit(sendEmailCode)
  const send = (code: string) =>
    verify.submit(
      { email, code },
      {
        onSuccess: () => {
          updateSessionUser({ emailVerified: true })
          setFlash('email-verified')
          onVerified()
        },
        onError: () => toast.error(t('auth.verify.failedToast')),
      },
    )
  return (
    <>
      <p className={styles.text}>
        <Filled text={t('auth.verify.text', { email: slot })}>
          <bdi className={styles.email}>{email}</bdi>
        </Filled>
      </p>
      <CodeForm
        submitLabel={t('auth.verify.submit')}
        busy={verify.busy || verify.done}
        failure={verify.error ? errorText(verify.error, 'auth.verify.failed') : null}
        onCode={send}
      >
        <ResendCode ask={() => askForEmailCode(email)} justSent={justSent} />
      </CodeForm>
    </>
  )
}
