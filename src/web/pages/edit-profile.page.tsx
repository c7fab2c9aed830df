import { useTranslation } from '#web/i18n/index.ts'
import { EditProfile } from '#web/features/edit-profile/edit-profile.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'

export { loadOwnProfile as loader } from '#web/features/members/members.api.ts'

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  usePageTitle(t('profile.edit'))
  return member ? <EditProfile key={member._id} userId={member._id} /> : null
}
