import { useParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { EditList } from '#web/features/lists/form/edit-list.tsx'
import { wholeListQuery } from '#web/features/lists/lists.api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useMember } from '#web/lib/session.ts'

/** Always asks: what is changed should be what is there. */
export function loader(args: LoaderFunctionArgs) {
  const query = wholeListQuery(args.params['id'] ?? '')
  return prefetch(loaderQueryClient(args).prefetchQuery({ ...query, staleTime: 0 }))
}

export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const member = useMember()
  usePageTitle(t('listForm.edit'))
  return member ? <EditList key={id} listId={id} userId={member._id} /> : null
}
