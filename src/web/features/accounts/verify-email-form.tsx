import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { Filled, slot } from '#web/lib/filled.tsx'
import { updateSessionUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { verifyEmailMutation } from './accounts.api.ts'
import { CodeForm } from './code-form.tsx'
import { ResendCode } from './resend-code.tsx'
import styles from './account-form.module.css'

interface VerifyEmailFormProps {
  email: string
  justSent: boolean
  onVerified: () => void
}

export function VerifyEmailForm({ email, justSent, onVerified }: VerifyEmailFormProps) {
  const { t } = useTranslation()
  const verify = useMutation(verifyEmailMutation())
  const send = (code: string) =>
    verify.mutate(
      { email, code },
      {
        onSuccess: () => {
          updateSessionUser({ emailVerified: true })
          toast.success(t('auth.verify.success'))
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
        busy={verify.isPending}
        failure={verify.isError ? errorText(verify.error, 'auth.verify.failed') : null}
        onCode={send}
      >
        <ResendCode email={email} justSent={justSent} />
      </CodeForm>
    </>
  )
}
