import { useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { formatAge, formatDate, formatDay, formatMoment, localDay } from './format.ts'

const minute = 60_000

/** Milliseconds since the epoch; looks at the clock once a minute, and when the page comes into view again. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, minute)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}

/** How long ago a moment (ISO 8601) was: when something was written, sent or used. */
export function Age({ at, className }: { at: string; className?: string | undefined }) {
  const { t, locale } = useTranslation()
  const now = useNow()
  const [isPointed, setPointed] = useState(false)
  return (
    <time
      className={className}
      dateTime={at}
      // Formatted only when a pointer asks for it: the first such format takes a phone long.
      title={isPointed ? formatMoment(at, locale) : undefined}
      onPointerEnter={() => setPointed(true)}
    >
      {formatAge(at, now, t, locale)}
    </time>
  )
}

/** Which day it is here (`YYYY-MM-DD`); renders again at midnight. */
export const useToday = (): string => localDay(new Date(useNow()))

/** A calendar day (`YYYY-MM-DD`), as the day a film was watched: the same wherever it is read. */
export function Day({ day, className }: { day: string; className?: string | undefined }) {
  const { t, locale } = useTranslation()
  const today = useToday()
  return (
    <time className={className} dateTime={day} title={formatDate(day, locale)}>
      {formatDay(day, today, t, locale)}
    </time>
  )
}
