import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { rememberCodeSent } from './code-sent.ts'
import { useCountdown } from './use-countdown.ts'

/** One new code a minute (decisions 7). */
const wait = 60

interface ResendCodeProps {
  /** Asks for another code. */
  ask: () => Promise<unknown>
  /** A code went out a moment ago, so the wait has begun. */
  justSent: boolean
}

export function ResendCode({ ask, justSent }: ResendCodeProps) {
  const { t } = useTranslation()
  const [left, restart] = useCountdown(justSent ? wait : 0)
  const resend = useSubmit<void, unknown>(ask)
  const press = () => {
    if (left > 0) return
    resend.submit(undefined, {
      onSuccess: () => {
        rememberCodeSent()
        restart(wait)
        toast.success(t('auth.forgot.success'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 429) restart(error.retryAfter ?? wait)
        toast.error(errorText(error, 'auth.verify.resendFailed'))
      },
    })
  }
  return (
    <Button variant="ghost" busy={resend.busy} aria-disabled={left > 0} onClick={press}>
      {left > 0 ? t('auth.verify.resendIn', { n: left }) : t('auth.verify.resend')}
    </Button>
  )
}
