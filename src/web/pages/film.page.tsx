import type { QueryClient } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { preloadHeader } from '#web/features/film-page/film-header.tsx'
import { FilmView } from '#web/features/film-page/film-view.tsx'
import { filmQuery, peekFilm } from '#web/features/films/films.api.ts'
import { editedLogOf } from '#web/features/logs/editor/film-editor.tsx'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

/** What the page shows, and then the pictures at its top. */
async function prefetchFilm(queryClient: QueryClient, id: number): Promise<void> {
  await queryClient.prefetchQuery(filmQuery(id))
  const film = queryClient.getQueryData(filmQuery(id).queryKey)
  if (film) preloadHeader(film)
}

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const id = Number(args.params['id'])
  const editedLog = editedLogOf(new URL(args.request.url).searchParams)
  const isKnown = peekFilm(queryClient, id) !== null
  const loading = prefetch(
    prefetchFilm(queryClient, id),
    ...(editedLog === null ? [] : [queryClient.prefetchQuery(logQuery(editedLog))]),
  )
  // A tapped poster opens at once, with its title.
  return isKnown ? null : loading
}

/** A choice of tab or region shows at once. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname ||
  editedLogOf(currentUrl.searchParams) !== editedLogOf(nextUrl.searchParams)

export function Component() {
  const { id } = useParams()
  const back = useBack(paths.home())
  return <FilmView key={id} filmId={Number(id)} onBack={back} />
}
