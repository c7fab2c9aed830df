import { useLocation, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { personCreditsQuery, personQuery } from '#web/features/people/people.api.ts'
import { isDirectorFlag, personScreenOf } from '#web/features/people/person-role.ts'
import { PersonView } from '#web/features/people/person-view.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const id = Number(args.params['id'])
  return prefetch(
    queryClient.prefetchQuery(personQuery(id)),
    queryClient.prefetchQuery(personCreditsQuery(id)),
  )
}

/** Directors, actors and people in general: one screen at three addresses. */
export function Component() {
  const { id } = useParams()
  const { pathname, state } = useLocation()
  const [search] = useSearchParams()
  const back = useBack(paths.search())
  const screen = personScreenOf(pathname)
  return (
    <PersonView
      key={`${screen} ${id}`}
      id={Number(id)}
      screen={screen}
      isDirector={isDirectorFlag(state, search)}
      onBack={back}
    />
  )
}
