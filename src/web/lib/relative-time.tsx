import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMoment, localeOf, timeAgo } from './format.ts'

const minute = 60_000

/** How long ago `at` (an instant or a calendar day) was; looks at the clock once a minute. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  const full = at.includes('T') ? formatMoment(at, locale) : formatDate(at, locale)
  return (
    <time className={className} dateTime={at} title={full}>
      {timeAgo(at, Math.max(now, Date.now() - minute), t, locale)}
    </time>
  )
}
