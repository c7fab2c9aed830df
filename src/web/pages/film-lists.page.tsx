import { useParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { FilmListsView } from '#web/features/lists/film-lists-view.tsx'
import { filmListsQuery } from '#web/features/lists/lists.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const filmId = Number(args.params['id'])
  return prefetch(
    queryClient.prefetchQuery(filmQuery(filmId)),
    queryClient.prefetchInfiniteQuery(filmListsQuery(filmId)),
  )
}

export function Component() {
  const { id = '' } = useParams()
  const back = useBack(paths.film(id))
  return <FilmListsView key={id} filmId={Number(id)} onBack={back} />
}
