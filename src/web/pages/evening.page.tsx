import { useParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { EveningView } from '#web/features/evenings/evening-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useBack } from '#web/lib/use-back.ts'

export function Component() {
  const { t } = useTranslation()
  const { code = '' } = useParams()
  const back = useBack(paths.tonight())
  usePageTitle(t('tonight.title'))
  return <EveningView code={code.toUpperCase()} onBack={back} />
}
