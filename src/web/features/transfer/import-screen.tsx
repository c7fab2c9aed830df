import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { TopBar } from '#web/ui/top-bar.tsx'
import { ImportList } from './import-list.tsx'
import { LetterboxdFiles } from './letterboxd-files.tsx'
import { LiveImports } from './live-imports.tsx'
import { importsQuery } from './transfer.api.ts'
import { TransferSteps } from './transfer-steps.tsx'
import { useWatch } from './use-watch.ts'
import { WholeExport } from './whole-export.tsx'
import styles from './import-screen.module.css'

/** Bringing a history along: file by file, or all of it at once. */
export function ImportScreen({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(importsQuery())
  const imports = pageItems(data, ({ _id }) => _id) ?? []
  const watch = useWatch(imports)
  usePageTitle(t('transfer.title'))
  return (
    <>
      <TopBar
        title={t('transfer.title')}
        backLabel={t('common.back')}
        onBack={onBack}
        action={<TransferSteps />}
      />
      <LiveImports imports={imports} />
      <div className={styles.page}>
        <LetterboxdFiles imports={imports} watch={watch} />
        <WholeExport imports={imports} watch={watch} />
        <ImportList />
      </div>
    </>
  )
}
