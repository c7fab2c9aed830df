import { useTranslation } from '#web/i18n/index.ts'
import { SceneBot } from '#web/features/scene-bot/scene-bot.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  usePageTitle(t('sceneBot.title'))
  return member ? <SceneBot key={member._id} memberId={member._id} /> : null
}
