import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { ViewedAs } from '#web/features/audiences/viewed-as.tsx'
import { paths } from '#shared/paths.ts'
import { memberTagQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { taggedFilmsQuery, TagView, tagViews } from '#web/features/tags/tag-view.tsx'
import { prefetch } from '#web/lib/query-client.ts'
import { profileQueryClient } from '#web/lib/viewed-as.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = profileQueryClient(args)
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
  const { search, choose } = useAddressChoice()
  const back = useBack(paths.tags(id))
  return (
    <ViewedAs>
      <TagView
        key={`${id} ${tag}`}
        userId={id}
        tag={tag}
        view={tagViews.find((view) => view === search.get('view')) ?? null}
        onView={(view) => choose({ view })}
        onLeave={(to) => void navigate(to === null ? paths.tags(id) : paths.tag(id, to), { replace: true })}
        onBack={back}
      />
    </ViewedAs>
  )
}
