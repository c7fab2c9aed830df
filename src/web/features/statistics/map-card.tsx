import { lazy, Suspense } from 'react'
import type { Figures } from '#shared/api/statistics.ts'
import { countryNames } from '#web/features/films/source-names.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx'
import { HeatLegend } from '#web/ui/charts/day-map.tsx'
import styles from './statistics.module.css'

const WorldMap = lazy(async () => ({ default: (await import('#web/ui/charts/world-map.tsx')).WorldMap }))

const legend = ['0', '1', '2–4', '5–19', '20+']

/** The countries that films come from. Countries that no longer exist are in the table only. */
export function MapCard({ figures: { countries } }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  const nameOf = countryNames(locale, t)
  const number = (value: number) => formatNumber(value, locale)
  const [most] = countries
  if (!most) return null
  return (
    <ChartFigure
      title={t('stats.map')}
      wide
      sentence={t('stats.most', { name: nameOf(most.key), count: number(most.films) })}
      labels={{ table: t('stats.table'), chart: t('stats.chart') }}
      table={{
        columns: [t('stats.name'), t('stats.films')],
        rows: countries.map(({ key, films }) => [nameOf(key), number(films)]),
      }}
    >
      <div className={styles.map}>
        <Suspense fallback={null}>
          <WorldMap
            values={new Map(countries.map(({ key, films }) => [key, films]))}
            name={(code, value) => `${nameOf(code)} · ${number(value)}`}
          />
        </Suspense>
      </div>
      <HeatLegend labels={legend} />
    </ChartFigure>
  )
}
