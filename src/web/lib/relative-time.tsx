import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMoment, timeAgo } from './format.ts'
import { localeOf } from './preferences.ts'

const minute = 60_000

/** How long ago `at` (an instant or a calendar day) was, as text; looks at the clock once a minute. */
export function useRelativeTime(at: string): string {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return timeAgo(at, now, t, localeOf(i18n.language))
}

/** The same as a `<time>` with the full date as its title. */
export function RelativeTime({ at, className }: { at: string; className?: string | undefined }) {
  const { i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const text = useRelativeTime(at)
  const full = at.includes('T') ? formatMoment(at, locale) : formatDate(at, locale)
  return (
    <time className={className} dateTime={at} title={full}>
      {text}
    </time>
  )
}
