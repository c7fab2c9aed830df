import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { trendingQuery } from '#web/features/films/films.api.ts'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(trendingQuery()))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const { data: films, isPending, refetch } = useQuery(trendingQuery())
  const nothing = <EmptyState drawing="strip" text={t('trending.empty')} />
  usePageTitle(t('trending.title'))
  return (
    <>
      <TopBar title={t('trending.title')} onBack={back} />
      <div className={styles.page} aria-busy={isPending}>
        {isPending ? (
          <SkeletonGrid count={20} />
        ) : films === undefined ? (
          <ShownAsEmpty onRetry={refetch}>{nothing}</ShownAsEmpty>
        ) : films.length > 0 ? (
          <FilmGrid films={films} eagerCount={6} />
        ) : (
          nothing
        )}
      </div>
    </>
  )
}
