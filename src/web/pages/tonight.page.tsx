import { paths } from '#shared/paths.ts'
import { TonightView } from '#web/features/evenings/tonight-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useBack } from '#web/lib/use-back.ts'

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  usePageTitle(t('tonight.title'))
  return <TonightView onBack={back} />
}
