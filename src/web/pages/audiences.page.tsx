import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { audiencesQuery } from '#web/features/audiences/audiences.api.ts'
import { AudiencesView } from '#web/features/audiences/audiences-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const session = getSession()
  return session ? prefetch(loaderQueryClient(args).prefetchQuery(audiencesQuery(session.user._id))) : null
}

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  const back = useBack(paths.settings())
  usePageTitle(t('audiences.title'))
  return member ? <AudiencesView memberId={member._id} onBack={back} /> : null
}
