import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Figures } from '#shared/api/statistics.ts'
import { localeTags } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { ChartCard } from '#web/ui/charts/chart-figure.tsx'
import { statisticsQuery } from './statistics.api.ts'
import { usePeriodBars } from './time-cards.tsx'
import link from '#web/ui/actions/text-link.module.css'
import styles from './year-card.module.css'

/** What this year came to so far; nothing before its first film, and for whom the figures are not. */
export function YearCard({ userId }: { userId: string }) {
  const [year] = useState(() => new Date().getFullYear())
  const { data } = useQuery(statisticsQuery(userId, year))
  const figures = data?.figures
  return figures && figures.films > 0 ? <Year userId={userId} year={year} figures={figures} /> : null
}

/** Every third month is named: as many as a card of two posters has room for. */
const namedMonths = 3

function Year({ userId, year, figures }: { userId: string; year: number; figures: Figures }) {
  const { t, locale } = useTranslation()
  const bars = usePeriodBars(figures, year, namedMonths)
  const hours = Math.round(figures.minutes / 60)
  const { average } = figures.ratings
  const number = (value: number) => formatNumber(value, locale)
  return (
    <ChartCard
      title={t('stats.inYear', { year, films: t('lists.films', { count: figures.films }) })}
      action={
        <Link className={link.link} to={paths.statistics(userId, year)}>
          {t('stats.title')}
        </Link>
      }
    >
      <p className={styles.facts}>
        {hours > 0 ? (
          <span>
            {new Intl.NumberFormat(localeTags[locale], {
              style: 'unit',
              unit: 'hour',
              unitDisplay: 'long',
            }).format(hours)}
          </span>
        ) : null}
        {average === null ? null : (
          <span>{t('stats.average', { average: formatNumber(average, locale, 1) })}</span>
        )}
      </p>
      <BarChart bars={bars} format={number} height={70} />
    </ChartCard>
  )
}
