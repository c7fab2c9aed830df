import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { BarRows } from '#web/ui/charts/bar-rows.tsx'
import { ChartCard } from '#web/ui/charts/chart-figure.tsx'
import { progressQuery, type Progress } from './statistics.api.ts'
import styles from './statistics.module.css'

/** How much of the watchlist and of lists is seen; nothing where there are none. */
export function ProgressCard({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(progressQuery(userId))
  if (!data || (data.watchlist.films === 0 && data.lists.length === 0)) return null
  const { watchlist, lists } = data
  const row = ({ films, seen }: Progress['watchlist']) => ({
    text: t('stats.ofAll', { seen, films }),
    value: films === 0 ? 0 : seen / films,
  })
  return (
    <ChartCard title={t('stats.progress')}>
      <BarRows
        thin
        most={1}
        rows={[
          ...(watchlist.films > 0
            ? [{ key: 'watchlist', name: t('stats.watchlist'), ...row(watchlist) }]
            : []),
          ...lists.map((list) => ({
            key: list.id,
            name: (
              <Link className={styles.person} to={paths.list(list.id)}>
                <bdi>{list.title}</bdi>
              </Link>
            ),
            ...row(list),
          })),
        ]}
      />
    </ChartCard>
  )
}
