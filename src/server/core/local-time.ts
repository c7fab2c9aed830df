export interface LocalTime {
  /** `YYYY-MM-DD` */
  day: string
  /** As `Date.getDay`: 0 is Sunday. */
  weekday: number
  /** Since midnight. */
  minutes: number
}

/** A moment in a time zone, or in UTC when the member has not set one. @throws RangeError for an unknown zone */
export function localTime(at: Date, zone: string | null): LocalTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  return {
    day,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}
