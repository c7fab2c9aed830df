import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { LogGrid } from '#web/features/logs/log-grid.tsx'
import { periodQuery, periods, type Period } from '#web/features/logs/logs.api.ts'
import { refreshFeed } from '#web/features/logs/logs.cache.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { ToggleGroup } from '#web/ui/toggle-group.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import page from './page.module.css'
import styles from './friends-activity.module.css'

function periodOf(search: URLSearchParams): Period {
  return periods.find((period) => period === search.get('period')) ?? 'day'
}

export function loader(args: LoaderFunctionArgs) {
  const period = periodOf(new URL(args.request.url).searchParams)
  return prefetch(loaderQueryClient(args).prefetchQuery(periodQuery(period)))
}

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const period = periodOf(search)
  const { data: logs, isPending } = useQuery(periodQuery(period))
  usePageTitle(t('friends.title'))
  useRealtime('feed', () => void refreshFeed(queryClient))
  return (
    <>
      <TopBar title={t('friends.title')} backLabel={t('common.back')} onBack={() => void navigate(-1)} />
      <div className={page.page} aria-busy={isPending}>
        <div className={styles.periods}>
          <ToggleGroup
            label={t('friends.period')}
            value={period}
            onChange={(next) => setSearch({ period: next }, { replace: true, preventScrollReset: true })}
            options={periods.map((value) => ({ value, label: t(`friends.periods.${value}`) }))}
          />
        </div>
        {isPending ? (
          <SkeletonGrid count={18} />
        ) : logs && logs.length > 0 ? (
          <LogGrid logs={logs} eagerCount={6} />
        ) : (
          <EmptyState text={t('friends.empty')} />
        )}
      </div>
    </>
  )
}
