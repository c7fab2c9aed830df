import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'
import { setResetFlow } from '#web/lib/session.ts'
import { verifyResetMutation } from './accounts.api.ts'
import { CodeForm } from './code-form.tsx'
import styles from './account-form.module.css'

export function VerifyResetCodeForm({ email, onVerified }: { email: string; onVerified: () => void }) {
  const { t } = useTranslation()
  const verify = useMutation(verifyResetMutation())
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
      busy={verify.isPending}
      failure={verify.isError ? errorText(verify.error, 'auth.resetCode.failed') : null}
      onCode={send}
    >
      <Link className={styles.link} to={paths.forgotPassword()}>
        {t('auth.resetCode.goBack')}
      </Link>
    </CodeForm>
  )
}
