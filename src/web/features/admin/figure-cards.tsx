import { useQuery } from '@tanstack/react-query'
import { figureNames, type Figure } from '#shared/api/admin.ts'
import { useTranslation, type Translate } from '#web/i18n/index.ts'
import type { Locale } from '#shared/locale.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { figuresQuery } from './admin.api.ts'
import { formatBytes } from './format-bytes.ts'
import { NotReadable } from './not-readable.tsx'
import styles from './figure-cards.module.css'

/** Two samples that are further apart have one missing between them. */
const maxGapMs = 31 * minuteMs

function valueText({ figure }: Pick<Figure, 'figure'>, value: number, t: Translate, locale: Locale): string {
  if (figure === 'disk') return formatBytes(value, t, locale)
  if (figure === 'slowest')
    return value < 1
      ? t('admin.figures.ms', { value: formatNumber(Math.round(value * 1000), locale) })
      : t('admin.figures.seconds', { value: formatNumber(value, locale, 1) })
  if (figure === 'answers') return formatNumber(value, locale, value < 1 ? 2 : value < 10 ? 1 : 0)
  return formatNumber(value, locale)
}

/** Six figures, each with how it went for a day. */
export function FigureCards() {
  const { t } = useTranslation()
  const { data, isPending, isFetching, dataUpdatedAt, refetch } = useQuery(figuresQuery())
  return (
    <Section title={t('admin.figures.title')}>
      {isPending ? (
        <div className={styles.cards} aria-busy="true">
          {figureNames.map((name) => (
            <Skeleton key={name} height="7.5rem" radius="var(--radius-card)" />
          ))}
        </div>
      ) : data ? (
        <ul className={styles.cards}>
          {data.map((figure) => (
            <li key={figure.figure} className={styles.card}>
              <FigureCard figure={figure} now={dataUpdatedAt} />
            </li>
          ))}
        </ul>
      ) : (
        <NotReadable title={t('admin.figures.title')} busy={isFetching} onRetry={refetch} />
      )}
    </Section>
  )
}

function FigureCard({ figure, now }: { figure: Figure; now: number }) {
  const { t, locale } = useTranslation()
  const { value, at, points } = figure
  const text = (one: number) => valueText(figure, one, t, locale)
  const values = points.map((point) => point.value)
  return (
    <>
      <h3 className={styles.name}>{t(`admin.figures.name.${figure.figure}`)}</h3>
      <p className={styles.value}>{value === null ? '–' : text(value)}</p>
      {points.length > 1 ? (
        <Sparkline
          points={points.map((point) => ({ at: Date.parse(point.at), value: point.value }))}
          from={now - dayMs}
          to={now}
          maxGap={maxGapMs}
          label={t('admin.figures.trend', {
            from: text(Math.min(...values)),
            to: text(Math.max(...values)),
          })}
        />
      ) : null}
      <p className={styles.at}>
        {at === null ? t('admin.figures.none') : t('admin.figures.as', { time: formatMoment(at, locale) })}
      </p>
    </>
  )
}
