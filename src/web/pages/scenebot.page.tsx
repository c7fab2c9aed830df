import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#web/lib/page-title.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'

export function Component() {
  const { t } = useTranslation()
  const title = t('sceneBot.title')
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} />
      <EmptyState text={t('sceneBot.unavailable')} />
    </>
  )
}
