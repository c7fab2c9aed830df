import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { rememberCodeSent, resendDelayMs } from './code-flow.ts'

const secondMs = 1000

/** Whole seconds that are left, and a function that starts over; by the clock, so a sleeping tab is right. */
function useCountdown(durationMs: number): [left: number, restart: (durationMs: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + durationMs)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / secondMs))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const restart = (nextMs: number) => {
    const start = Date.now()
    setNow(start)
    setEnd(start + nextMs)
  }
  return [left, restart]
}

interface ResendCodeProps {
  /** Asks for another code. */
  ask: () => Promise<unknown>
  /** A code went out a moment ago, so the wait has begun. */
  justSent: boolean
}

export function ResendCode({ ask, justSent }: ResendCodeProps) {
  const { t } = useTranslation()
  const [left, restart] = useCountdown(justSent ? resendDelayMs : 0)
  const resend = useMutation({ mutationFn: ask })
  const press = () => {
    if (left > 0 || resend.isPending) return
    resend.mutate(undefined, {
      onSuccess: () => {
        rememberCodeSent()
        restart(resendDelayMs)
        toast.success(t('auth.forgot.success'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 429) {
          restart(error.retryAfter === null ? resendDelayMs : error.retryAfter * secondMs)
        }
        toast.error(errorText(error, 'auth.verify.resendFailed'))
      },
    })
  }
  return (
    <Button variant="ghost" busy={resend.isPending} aria-disabled={left > 0} onClick={press}>
      {left > 0 ? t('auth.verify.resendIn', { n: left }) : t('auth.verify.resend')}
    </Button>
  )
}
