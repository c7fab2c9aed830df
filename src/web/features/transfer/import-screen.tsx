import { useInfiniteQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { ImportCard, LiveImports } from './import-card.tsx'
import styles from './import-screen.module.css'
import { LetterboxdFiles } from './letterboxd-files.tsx'
import { LetterboxdFollow } from './letterboxd-follow.tsx'
import { importsQuery } from './transfer.api.ts'
import { useImportWatch } from './use-import-watch.ts'
import { WholeExport } from './whole-export.tsx'

/** Bringing a history along: file by file, or all of it at once. */
export function ImportScreen({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(importsQuery())
  const imports = pageItems(data, ({ _id }) => _id) ?? []
  const watch = useImportWatch(imports)
  usePageTitle(t('transfer.title'))
  return (
    <>
      <TopBar title={t('transfer.title')} onBack={onBack} action={<TransferSteps />} />
      <LiveImports imports={imports} />
      <div className={styles.page}>
        <LetterboxdFiles imports={imports} watch={watch} />
        <WholeExport imports={imports} watch={watch} />
        <LetterboxdFollow />
        <ImportList />
      </div>
    </>
  )
}

const steps = ['open', 'export', 'return', 'upload', 'save'] as const

/** A button that opens how one gets at the files. */
function TransferSteps() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('transfer.steps.title')} icon={<Info />} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('transfer.steps.title')}>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`transfer.steps.${step}`)}</li>
          ))}
        </ol>
        <p className={styles.note}>{t('transfer.steps.note')}</p>
      </Sheet>
    </>
  )
}

const skeletonRows = 2

/** The member's imports, running and past. */
function ImportList() {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const pages = useInfiniteQuery(importsQuery())
  return (
    <Section title={t('transfer.imports.title')}>
      {/* A removed import takes its card along, and with it the focus: what came of it is said here. */}
      <p ref={status} role="status" tabIndex={-1} className={said === '' ? undefined : styles.said}>
        {said}
      </p>
      <PagedList
        pages={pages}
        items={pageItems(pages.data, ({ _id }) => _id)}
        skeleton={<LoadingRows count={skeletonRows} height="9rem" className={styles.list} />}
        empty={t('transfer.imports.empty')}
        drawing="cards"
        failed={t('transfer.imports.failed')}
        offline={t('transfer.imports.offline')}
      >
        {(imports) => (
          <ul className={styles.list}>
            {imports.map((progress) => (
              <li key={progress._id}>
                <ImportCard
                  progress={progress}
                  onRemoved={(result) => {
                    setSaid(result)
                    status.current?.focus()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  )
}
