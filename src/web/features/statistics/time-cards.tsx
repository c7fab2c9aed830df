import { useState } from 'react'
import type { Figures } from '#shared/api/statistics.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate, formatDecade, formatNumber, monthNames, weekOf } from '#web/lib/format.ts'
import { BarChart, type Bar } from '#web/ui/charts/bar-chart.tsx'
import { ChartCard, ChartFigure } from '#web/ui/charts/chart-figure.tsx'
import { DayMap, HeatLegend } from '#web/ui/charts/day-map.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import styles from './statistics.module.css'

/** Only the order and the names of its week's days are used. */
const anyDay = '2024-01-03'

const swapLabels = (t: ReturnType<typeof useTranslation>['t']) => ({
  table: t('stats.table'),
  chart: t('stats.chart'),
})

/** The bar that says most, in a sentence. */
function useMost() {
  const { t, locale } = useTranslation()
  return (bars: readonly { name: string; value: number }[]) => {
    const most = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), { name: '', value: 0 })
    return most.value === 0
      ? t('stats.nothing')
      : t('stats.most', { name: most.name, count: formatNumber(most.value, locale) })
  }
}

/** What figures by days leave out, and where that is found; nothing where they hold all. */
function useUndated({ undated }: Figures): string | undefined {
  const { t } = useTranslation()
  return undated > 0 ? `${t('stats.undated', { count: undated })} ${t('stats.undatedInDiary')}` : undefined
}

/** Viewings by month of a year, of all time by year; every so manieth bar is named below it. */
export function usePeriodBars({ periods }: Figures, year: number | undefined, every: number): Bar[] {
  const { locale } = useTranslation()
  const months = monthNames(locale)
  return periods.map(({ period, viewings, rewatches }, index) => {
    const name = year === undefined ? String(period) : (months[period - 1]?.long ?? '')
    const short = year === undefined ? String(period) : (months[period - 1]?.short ?? '')
    return { name, label: index % every === 0 ? short : '', value: viewings, second: rewatches }
  })
}

/** Letters of the longest name that stands below every month without touching the next one. */
const roomyMonth = 5

/** Viewings by month, of all time by year. */
export function PeriodsCard({ figures, year }: { figures: Figures; year: number | undefined }) {
  const { t, locale } = useTranslation()
  const mostOf = useMost()
  const isDesk = useMediaQuery('(min-width: 1024px)')
  const { periods } = figures
  const isRoomy = isDesk && monthNames(locale).every(({ short }) => short.length <= roomyMonth)
  const every = year === undefined ? Math.ceil(periods.length / 8) : isRoomy ? 1 : isDesk ? 2 : 3
  const bars = usePeriodBars(figures, year, every)
  const number = (value: number) => formatNumber(value, locale)
  return (
    <ChartFigure
      title={t(year === undefined ? 'stats.byYear' : 'stats.byMonth')}
      sentence={mostOf(bars)}
      labels={swapLabels(t)}
      table={{
        columns: [t('stats.name'), t('stats.firstTime'), t('stats.again'), t('stats.total')],
        rows: periods.map(({ viewings, rewatches }, index) => [
          bars[index]?.name ?? '',
          number(viewings - rewatches),
          number(rewatches),
          number(viewings),
        ]),
      }}
      note={useUndated(figures)}
    >
      <BarChart bars={bars} format={number} height={isDesk ? 180 : 160} />
      <ul className={styles.legend}>
        <li className={styles.first}>{t('stats.firstTime')}</li>
        <li className={styles.again}>{t('stats.again')}</li>
      </ul>
    </ChartFigure>
  )
}

export function WeekdaysCard({ figures }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  const mostOf = useMost()
  const number = (value: number) => formatNumber(value, locale)
  const bars = weekOf(anyDay, locale).map(({ day, name, short }): Bar => {
    const monday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    return { name, label: short, value: figures.weekdays[monday] ?? 0 }
  })
  return (
    <ChartFigure
      title={t('stats.byWeekday')}
      note={useUndated(figures)}
      sentence={mostOf(bars)}
      labels={swapLabels(t)}
      table={{
        columns: [t('stats.name'), t('stats.films')],
        rows: bars.map(({ name, value }) => [name, number(value)]),
      }}
    >
      <BarChart bars={bars} format={number} height={120} />
    </ChartFigure>
  )
}

/** How films were rated. */
export function RatingsCard({ figures: { ratings } }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  const number = (value: number) => formatNumber(value, locale)
  const bars = ratings.byRating.map((value, index): Bar => {
    const stars = number((index + 1) / 2)
    return { name: t('stats.rated', { average: stars }), label: stars, value }
  })
  const average = ratings.average === null ? null : formatNumber(ratings.average, locale, 1)
  return (
    <ChartFigure
      title={t('stats.ratings')}
      sentence={
        average === null
          ? t('stats.nothing')
          : `${t('stats.average', { average })} · ${t('filmPage.ratingCount', { count: ratings.ratings })}`
      }
      labels={swapLabels(t)}
      table={{
        columns: [t('stats.stars'), t('stats.films')],
        rows: bars.map(({ label, value }) => [label, number(value)]),
      }}
    >
      <BarChart
        bars={bars}
        format={number}
        height={140}
        mark={ratings.average === null ? undefined : { at: ratings.average * 2 - 1, label: average ?? '' }}
      />
    </ChartFigure>
  )
}

const firstDecade = 1920
/** Decades of which one is named: as many names as stand below them without touching. */
const everyDecade = 2

/** Films by the decade in which they came out, up to the present one. */
export function DecadesCard({ figures: { decades, lacking } }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  const mostOf = useMost()
  const number = (value: number) => formatNumber(value, locale)
  const [year] = useState(() => new Date().getFullYear())
  const films = new Map(decades.map((decade) => [Number(decade.key), decade.films]))
  const first = Math.min(firstDecade, ...films.keys())
  const last = Math.max(10 * Math.floor(year / 10), ...films.keys())
  const bars = Array.from({ length: (last - first) / 10 + 1 }, (_, index): Bar => {
    const decade = last - 10 * index
    return {
      name: formatDecade(decade, locale),
      label: index % everyDecade === 0 ? String(decade) : '',
      value: films.get(decade) ?? 0,
    }
  }).toReversed()
  return (
    <ChartFigure
      title={t('stats.decades')}
      sentence={mostOf(bars)}
      labels={swapLabels(t)}
      table={{
        columns: [t('stats.name'), t('stats.films')],
        rows: bars.map(({ name, value }) => [name, number(value)]),
      }}
      note={lacking.decades > 0 ? t('stats.lacking', { count: lacking.decades }) : undefined}
    >
      <BarChart bars={bars} format={number} height={140} />
    </ChartFigure>
  )
}

const heat = [0, 1, 2, 3, 4]

/** The days of one year. */
export function DaysCard({ figures, year }: { figures: Figures; year: number }) {
  const { t, locale } = useTranslation()
  const number = (value: number) => formatNumber(value, locale)
  const counts = new Map(figures.calendar.map(({ day, viewings }) => [day, viewings]))
  const week = weekOf(anyDay, locale).map(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay())
  const months = monthNames(locale).map(({ short }, month) => ({
    name: short,
    offset: week.indexOf(new Date(Date.UTC(year, month, 1)).getUTCDay()),
    days: Array.from({ length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() }, (_, index) => {
      const day = new Date(Date.UTC(year, month, index + 1)).toISOString().slice(0, 10)
      const value = counts.get(day) ?? 0
      return { value, name: `${formatDate(day, locale)} · ${number(value)}` }
    }),
  }))
  const { streak } = figures
  return (
    <ChartFigure
      title={t('stats.days')}
      wide
      sentence={
        streak
          ? t('stats.streakDays', {
              from: formatDate(streak.from, locale),
              to: formatDate(streak.to, locale),
            })
          : t('stats.nothing')
      }
      labels={swapLabels(t)}
      table={{
        columns: [t('stats.name'), t('stats.films')],
        rows: figures.calendar.map(({ day, viewings }) => [formatDate(day, locale), number(viewings)]),
      }}
    >
      <DayMap months={months} />
      <HeatLegend labels={heat.map((step) => (step === 4 ? `${number(step)}+` : number(step)))} />
    </ChartFigure>
  )
}

/** How much was seen again, and, of a year, how much came out in it. */
export function PartsCard({ figures, year }: { figures: Figures; year: number | undefined }) {
  const { t } = useTranslation()
  const { viewings, rewatches, releases } = figures
  return (
    <ChartCard title={t('stats.shares')}>
      <TwoParts
        parts={[
          { name: t('stats.firstTime'), value: viewings - rewatches },
          { name: t('stats.again'), value: rewatches },
        ]}
      />
      {releases && year !== undefined ? (
        <TwoParts
          parts={[
            { name: t('stats.releases', { year }), value: releases.sameYear },
            { name: t('stats.older'), value: releases.others },
          ]}
        />
      ) : null}
    </ChartCard>
  )
}

interface Part {
  name: string
  value: number
}

/** One bar of two parts, with both in words. */
function TwoParts({ parts }: { parts: readonly [Part, Part] }) {
  const { locale } = useTranslation()
  return (
    <div className={styles.parts}>
      <div className={styles.partsBar} aria-hidden="true">
        {parts.map(({ name, value }) => (
          <span key={name} style={{ flexGrow: value }} hidden={value === 0} />
        ))}
      </div>
      {parts.map(({ name, value }) => (
        <span key={name} className={styles.part}>
          {`${name} · ${formatNumber(value, locale)}`}
        </span>
      ))}
    </div>
  )
}
