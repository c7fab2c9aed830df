import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { daysOf, monthOf, periodDays, stepDayByMonths, stepPeriod } from '#shared/diary-period.ts'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMonth, formatNumber, formatWeekday, weekOf } from '#web/lib/format.ts'
import { useToday } from '#web/lib/relative-time.tsx'
import { useKeyDown } from '#web/lib/keyboard.ts'
import { keepViewedAs, useViewedAs } from '#web/lib/viewed-as.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { isRtl } from '#web/ui/direction.ts'
import { classNames } from '#web/ui/class-names.ts'
import { calendarQuery, type CalendarDay } from './diary.api.ts'
import styles from './diary-calendar.module.css'

interface DiaryCalendarProps {
  userId: string
  month: string
  /** The keyboard leads no further. */
  last: string
}

/** A month as a sheet of a calendar, each day with what was entered last. */
export function DiaryCalendar({ userId, month, last }: DiaryCalendarProps) {
  const { t, locale } = useTranslation()
  const { data, error, isError, refetch } = useQuery(calendarQuery(userId, month))
  const today = useToday()
  const grid = useRef<HTMLDivElement>(null)
  const days = daysOf(month)
  const entered = new Map(data?.map((one) => [one.day, one]))
  const current = useCurrentDay(grid, { userId, days, today, last, entered })
  const names = weekOf(today, locale)
  if (isError && !data) return <LoadFailed error={error} onRetry={refetch} />
  return (
    <>
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        aria-label={formatMonth(month, locale)}
        aria-busy={data === undefined}
      >
        <div className={styles.week} role="row">
          {names.map(({ name, short }) => (
            <span key={name} className={styles.weekday} role="columnheader" aria-label={name}>
              {short}
            </span>
          ))}
        </div>
        {weeksOf(days, weekdayOf(names[0]?.day ?? '')).map(({ first, week }) => (
          <div key={week[0]} className={styles.week} role="row">
            {week.map((day, at) => (
              <DayCell
                key={day}
                userId={userId}
                day={day}
                column={first + at}
                entered={entered.get(day)}
                isToday={day === today}
                isCurrent={day === current}
              />
            ))}
          </div>
        ))}
      </div>
      {data?.length === 0 ? (
        <p className={styles.none}>{t('diary.emptyPeriod', { month: formatMonth(month, locale) })}</p>
      ) : null}
    </>
  )
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The days by weeks, which begin on the weekday `start`; `first` is the column of a week's first day, from 1 on. */
function weeksOf(days: string[], start: number): { first: number; week: string[] }[] {
  const before = (weekdayOf(days[0] ?? '') - start + 7) % 7
  const count = Math.ceil((before + days.length) / 7)
  return Array.from({ length: count }, (_, at) => ({
    first: at === 0 ? before + 1 : 1,
    week: days.slice(Math.max(0, 7 * at - before), 7 * (at + 1) - before),
  }))
}

interface DayCellProps {
  userId: string
  day: string
  /** The day's place in the week, from 1 on. */
  column: number
  entered: CalendarDay | undefined
  isToday: boolean
  /** The one of all days that Tab leads to. */
  isCurrent: boolean
}

function DayCell({ userId, day, column, entered, isToday, isCurrent }: DayCellProps) {
  const { t, locale } = useTranslation()
  const name = formatWeekday(day, locale)
  const shared = { 'data-day': day, tabIndex: isCurrent ? 0 : -1 }
  const number = (
    <span className={styles.number} aria-hidden="true">
      {formatNumber(Number(day.slice(8)), locale)}
    </span>
  )
  const cell = {
    role: 'gridcell',
    className: classNames(styles.day, isToday && styles.today),
    'aria-colindex': column,
    style: { gridColumnStart: column },
  }
  const [newest] = entered?.entries ?? []
  if (!entered || !newest) {
    return (
      <span {...cell} aria-label={t('diary.dayWithout', { day: name })} {...shared}>
        {number}
      </span>
    )
  }
  const others = entered.logs - entered.entries.length
  const films = [
    ...entered.entries.map(({ title }) => title),
    ...(others > 0 ? [t('diary.more', { n: others })] : []),
  ].join(t('film.genreSeparator'))
  return (
    <span {...cell}>
      <Link className={styles.link} to={paths.diary(userId, day)} {...shared}>
        <VisuallyHidden>
          {t('diary.day', { day: name, count: t('diary.logs', { count: entered.logs }), films })}
        </VisuallyHidden>
        <FilmPoster film={newest} sizes="(min-width: 1280px) 86px, 14vw" alt="" />
        {number}
        {entered.logs > 1 ? (
          <span className={styles.more} aria-hidden="true">
            <bdi dir="ltr">+{formatNumber(entered.logs - 1, locale)}</bdi>
          </span>
        ) : null}
      </Link>
    </span>
  )
}

/** The day that a key of another month led to. */
const wantedIn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'day' in state && typeof state.day === 'string'
    ? state.day
    : null

interface Days {
  userId: string
  days: string[]
  today: string
  last: string
  entered: ReadonlyMap<string, unknown>
}

/** One day of the month takes part in the order of Tab; arrows and page keys lead to any other. */
function useCurrentDay(
  grid: RefObject<HTMLElement | null>,
  { userId, days, today, last, entered }: Days,
): string | undefined {
  const navigate = useNavigate()
  const as = useViewedAs()
  const { state } = useLocation()
  const wanted = wantedIn(state)
  const [chosen, setChosen] = useState<string>()
  const current =
    [chosen, wanted, today].find((day) => day && days.includes(day)) ??
    days.find((day) => entered.has(day)) ??
    days[0]
  const month = days[0] ?? ''

  useEffect(() => {
    if (wanted !== null && monthOf(wanted) === monthOf(month)) focusOn(grid.current, wanted)
  }, [grid, month, wanted])

  useKeyDown(grid, (event) => {
    const day = (event.target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
    if (day === undefined || !grid.current) return
    const to = dayAfter(event, day, days, isRtl(grid.current))
    if (to === null || periodDays(to) === null || monthOf(to) > last) return
    event.preventDefault()
    if (days.includes(to)) {
      setChosen(to)
      focusOn(grid.current, to)
    } else {
      void navigate(keepViewedAs(paths.diary(userId, monthOf(to)), as), {
        replace: true,
        preventScrollReset: true,
        state: { day: to },
      })
    }
  })
  return current
}

const focusOn = (grid: HTMLElement | null, day: string) =>
  grid?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()

/** Where a key leads from a day; null for a key that leads nowhere. */
function dayAfter(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  day: string,
  days: string[],
  rtl: boolean,
): string | null {
  if (altKey || ctrlKey || metaKey) return null
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return stepPeriod(day, rtl ? 1 : -1)
    case 'ArrowRight':
      return stepPeriod(day, rtl ? -1 : 1)
    case 'ArrowUp':
      return stepPeriod(day, -7)
    case 'ArrowDown':
      return stepPeriod(day, 7)
    case 'Home':
      return days[0] ?? null
    case 'End':
      return days.at(-1) ?? null
    case 'PageUp':
      return stepDayByMonths(day, -months)
    case 'PageDown':
      return stepDayByMonths(day, months)
    default:
      return null
  }
}
