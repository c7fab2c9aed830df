import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Section } from '#web/ui/section.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ImportCard } from './import-card.tsx'
import { importsQuery } from './transfer.api.ts'
import styles from './import-list.module.css'

const skeletonRows = 2

/** The member’s imports, those that run and those of before. */
export function ImportList() {
  const { t } = useTranslation()
  const online = useOnline()
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
        skeleton={
          <SkeletonRows
            count={skeletonRows}
            height="9rem"
            label={t('common.loading')}
            className={styles.list}
          />
        }
        empty={t('transfer.imports.empty')}
        failed={t(online ? 'transfer.imports.failed' : 'transfer.imports.offline')}
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
