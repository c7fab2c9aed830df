import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { InlineError } from '#web/ui/inline-error.tsx'

const returnDelayMs = 1000

/** The stored steps of the reset are gone: says so and goes back to its start. */
export function ResetExpired({ onReturn }: { onReturn: () => void }) {
  const { t } = useTranslation()
  const leave = useEffectEvent(onReturn)
  useEffect(() => {
    const timer = setTimeout(() => leave(), returnDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return <InlineError text={t('auth.reset.expired')} />
}
