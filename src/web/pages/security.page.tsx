import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { sessionsQuery } from '#web/features/accounts/sessions.api.ts'
import { securityQuery } from '#web/features/security/proof.api.ts'
import { SecurityView } from '#web/features/security/security-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(queryClient.prefetchQuery(securityQuery()), queryClient.prefetchQuery(sessionsQuery()))
}

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  const back = useBack(paths.settings())
  usePageTitle(t('security.title'))
  return member ? <SecurityView memberId={member._id} onBack={back} /> : null
}
