import { useTranslation } from '#web/i18n/index.ts'
import { CreateList } from '#web/features/lists/form/create-list.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  usePageTitle(t('listForm.create'))
  return member ? <CreateList key={member._id} userId={member._id} /> : null
}
