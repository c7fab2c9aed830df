import type { LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { EditProfile } from '#web/features/edit-profile/edit-profile.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const userId = getSession()?.user._id
  return userId === undefined ? null : prefetch(loaderQueryClient(args).prefetchQuery(memberQuery(userId)))
}

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  usePageTitle(t('profile.edit'))
  return member ? <EditProfile key={member._id} userId={member._id} /> : null
}
