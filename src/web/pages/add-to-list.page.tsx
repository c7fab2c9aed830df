import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { useTranslation } from '#web/i18n/index.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { listsForFilmQuery } from '#web/features/lists/lists.api.ts'
import { AddToList } from '#web/features/lists/add-to-list.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

const carried = z.object({ id: z.number(), title: z.string(), poster: z.nullable(z.string()) })

export function loader(args: LoaderFunctionArgs) {
  return prefetch(
    loaderQueryClient(args).prefetchInfiniteQuery(listsForFilmQuery(Number(args.params['movieId']))),
  )
}

/** The film comes in the navigation's state; opened by its address, the screen asks for it. */
export function Component() {
  const { t } = useTranslation()
  const filmId = Number(useParams()['movieId'])
  const [search] = useSearchParams()
  const { success, data: given } = carried.safeParse(useLocation().state)
  const known = success && given.id === filmId ? given : null
  const {
    data: asked,
    isPending,
    error,
    refetch,
  } = useQuery({ ...filmQuery(filmId), enabled: known === null })
  const film =
    known ?? (asked && { id: asked.id, title: asked.title, poster: asked.posterOverride ?? asked.poster })
  const back = useBack(paths.film(filmId))
  usePageTitle(t('film.addToList'))
  return (
    <>
      <TopBar title={t('film.addToList')} onBack={back} />
      {film ? (
        <AddToList film={film} publicOnly={search.get('lists') === 'public'} />
      ) : (
        <div className={styles.page} aria-busy={isPending}>
          {isPending ? (
            <Skeleton height="5rem" radius="var(--radius-card)" />
          ) : (
            <LoadFailed
              text={t('lists.noFilm')}
              unknown={t('lists.noFilm')}
              error={error}
              onRetry={refetch}
            />
          )}
        </div>
      )}
    </>
  )
}
