import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { LogGrid } from '#web/features/logs/log-tile.tsx'
import { periodQuery, periods, refreshPeriods, type ActivityPeriod } from '#web/features/logs/logs.api.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { FindPeople } from '#web/features/paging/ways-on.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { useBack } from '#web/lib/use-back.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from './friends-activity.module.css'
import page from '#web/ui/layout/page.module.css'

/** Pixels from the top within which nobody is reading further down. */
const topZone = 160

function periodOf(search: URLSearchParams): ActivityPeriod {
  return periods.find((period) => period === search.get('period')) ?? 'day'
}

export function loader(args: LoaderFunctionArgs) {
  const period = periodOf(new URL(args.request.url).searchParams)
  return prefetch(loaderQueryClient(args).prefetchInfiniteQuery(periodQuery(period)))
}

/**
 * Logs that came in live. At the top they go in at once; further down every tile would move under the
 * reader's eyes, so they are counted until the member asks for them or comes back up.
 */
function useNewLogs(): { waiting: number; show: () => void } {
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const refresh = () => {
    setWaiting(0)
    void refreshPeriods(queryClient)
  }
  useRealtime('feed', () => {
    if (window.scrollY <= topZone) refresh()
    else setWaiting((count) => count + 1)
  })
  useRealtime('joined', () => {
    if (window.scrollY <= topZone) refresh()
  })
  useEffect(() => {
    if (waiting === 0) return
    const onScroll = () => {
      if (window.scrollY > topZone) return
      setWaiting(0)
      void refreshPeriods(queryClient)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [waiting, queryClient])
  return {
    waiting,
    show: () => {
      refresh()
      window.scrollTo({ top: 0 })
    },
  }
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const [search, setSearch] = useSearchParams()
  const period = periodOf(search)
  const answer = useInfiniteQuery(periodQuery(period))
  const { waiting, show } = useNewLogs()
  usePageTitle(t('friends.title'))
  return (
    <>
      <TopBar title={t('friends.title')} onBack={back} />
      <div className={page.page} aria-busy={answer.isPending}>
        <div className={styles.periods}>
          <ToggleGroup
            label={t('friends.period')}
            value={period}
            onChange={(next) => setSearch({ period: next }, { replace: true, preventScrollReset: true })}
            options={periods.map((value) => ({ value, label: t(`friends.periods.${value}`) }))}
          />
        </div>
        <div className={styles.news} role="status">
          {waiting > 0 ? (
            <Button size="sm" onClick={show}>
              {t('friends.new', { count: waiting })}
            </Button>
          ) : null}
        </div>
        <PagedList
          key={period}
          pages={answer}
          items={pageItems(answer.data, ({ _id }) => _id)}
          skeleton={<SkeletonGrid count={18} />}
          empty={t('friends.empty')}
          drawing="seats"
          wayOn={<FindPeople />}
          failed={null}
        >
          {(logs) => <LogGrid logs={logs} eagerCount={6} />}
        </PagedList>
      </div>
    </>
  )
}
