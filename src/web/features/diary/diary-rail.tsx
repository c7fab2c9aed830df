import { useState } from 'react'
import { Link } from 'react-router'
import { yearOf } from '#shared/diary-period.ts'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatMonthName, formatNumber } from '#web/lib/format.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { entryPath } from './diary-list.tsx'
import type { Diary, DiaryEntry } from './diary.api.ts'
import styles from './diary-rail.module.css'

/** What was entered for this day in other years. */
export function OnThisDay({ entries }: { entries: readonly DiaryEntry[] }) {
  const { t } = useTranslation()
  const [year] = useState(() => new Date().getFullYear())
  return (
    <ul className={styles.memories}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <Link className={styles.memory} to={entryPath(entry)}>
            <span className={styles.poster}>
              <FilmPoster film={entry} sizes="44px" alt="" />
            </span>
            <span className={styles.words}>
              <FilmTitle film={entry} className={styles.title} />
              <span className={styles.ago}>
                {t('diary.yearsAgo', { count: year - Number(yearOf(entry.day)) })}
              </span>
              <StarRating
                value={entry.rating}
                size="sm"
                label={t('common.stars', { value: entry.rating ?? 0 })}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface DiaryYearsProps {
  userId: string
  months: Diary['months']
  /** Opened, with its months to choose from; without one each year shows them as bars. */
  current?: string
  onChoose?: () => void
}

/** The years of a diary, the newest first. */
export function DiaryYears({ userId, months, current, onChoose }: DiaryYearsProps) {
  const { t } = useTranslation()
  const years = groupBy(months, ({ month }) => yearOf(month))
  return (
    <ul className={styles.years}>
      {[...years].map(([year, counts]) => {
        const logs = new Map(counts.map((one) => [Number(one.month.slice(5)), one.logs]))
        return (
          <li key={year}>
            <Link className={styles.year} to={paths.diary(userId, year)} onClick={onChoose}>
              <span className={styles.number}>{year}</span>
              <span className={styles.count}>
                {t('diary.logs', { count: counts.reduce((sum, one) => sum + one.logs, 0) })}
              </span>
              {current === undefined ? <Bars logs={logs} /> : null}
            </Link>
            {current === undefined ? null : (
              <Months userId={userId} year={year} logs={logs} onChoose={onChoose} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const allMonths = Array.from({ length: 12 }, (_, at) => at + 1)

function Bars({ logs }: { logs: ReadonlyMap<number, number> }) {
  const most = Math.max(...logs.values())
  return (
    <span className={styles.bars} aria-hidden="true">
      {allMonths.map((month) => (
        <span key={month} style={{ blockSize: `${(100 * (logs.get(month) ?? 0)) / most}%` }} />
      ))}
    </span>
  )
}

interface MonthsProps {
  userId: string
  year: string
  logs: ReadonlyMap<number, number>
  onChoose: (() => void) | undefined
}

/** The twelve months of a year; those without entries are quiet. */
function Months({ userId, year, logs, onChoose }: MonthsProps) {
  const { locale } = useTranslation()
  return (
    <ul className={styles.months}>
      {allMonths.map((number) => {
        const month = `${year}-${String(number).padStart(2, '0')}`
        const count = logs.get(number) ?? 0
        const name = formatMonthName(month, locale, locale === 'ar' ? 'long' : 'short')
        return (
          <li key={month}>
            {count === 0 ? (
              <span className={styles.noMonth}>{name}</span>
            ) : (
              <Link className={styles.month} to={paths.diary(userId, month)} onClick={onChoose}>
                <span>
                  {name} <VisuallyHidden>{year}</VisuallyHidden>
                </span>{' '}
                <span className={styles.count}>{formatNumber(count, locale)}</span>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The way to films that are only marked as seen; nothing where there are none. */
export function Undated({ userId, count }: { userId: string; count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Link className={styles.undated} to={`${paths.profile(userId)}?tab=films`}>
      <span>{t('diary.noDay')}</span>
      <span className={styles.count}>{t('lists.films', { count })}</span>
    </Link>
  )
}
