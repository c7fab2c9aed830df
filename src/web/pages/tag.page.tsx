import { useNavigate, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { memberTagQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { taggedFilmsQuery, TagView, tagViews } from '#web/features/tags/tag-view.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const { id = '', tag = '' } = args.params
  return prefetch(
    queryClient.prefetchQuery(memberQuery(id)),
    queryClient.prefetchQuery(memberTagQuery(id, tag)),
    queryClient.prefetchInfiniteQuery(taggedFilmsQuery(id, tag)),
  )
}

export function Component() {
  const { id = '', tag = '' } = useParams()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const back = useBack(paths.tags(id))
  return (
    <TagView
      key={`${id} ${tag}`}
      userId={id}
      tag={tag}
      view={tagViews.find((view) => view === search.get('view')) ?? null}
      onView={(view) => setSearch({ view }, { replace: true, preventScrollReset: true })}
      onLeave={(to) => void navigate(to === null ? paths.tags(id) : paths.tag(id, to), { replace: true })}
      onBack={back}
    />
  )
}
