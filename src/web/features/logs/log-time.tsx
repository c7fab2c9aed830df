import { Age, Day } from '#web/lib/relative-time.tsx'

interface LogTimeProps {
  log: { watchedAt: string | null; createdAt: string }
  /** When it was made, or the watched day; a log without one counts by when it was made. */
  time: 'created' | 'watched'
  className?: string | undefined
}

export function LogTime({ log, time, className }: LogTimeProps) {
  return time === 'watched' && log.watchedAt !== null ? (
    <Day className={className} day={log.watchedAt} />
  ) : (
    <Age className={className} at={log.createdAt} />
  )
}
