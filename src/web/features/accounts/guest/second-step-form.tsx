import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { completeLoginMutation } from '#web/features/security/proof.api.ts'
import { SecondStepCode } from '#web/features/security/second-step-code.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { finishLogin } from '#web/lib/page-load.ts'
import type { LoginState } from './lead-on.ts'
import styles from './account-form.module.css'

/** In the place of the login form once the first step is done. */
export function SecondStepForm({ challenge }: { challenge: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(completeLoginMutation())

  const logIn = async (code: string) => {
    try {
      finishLogin(await mutateAsync({ challenge, code }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'auth.second_step_over') throw error
      const state: LoginState = { said: errorText(error, 'auth.login.failed') }
      void navigate(paths.login(), { replace: true, state })
    }
  }
  return (
    <SecondStepCode
      submitLabel={t('auth.verify.submit')}
      text={t('auth.secondStep.text')}
      recovery
      onCode={logIn}
    >
      <Link className={styles.link} to={paths.login()} replace>
        {t('auth.forgot.backToLogin')}
      </Link>
    </SecondStepCode>
  )
}
