import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import, ImportRow } from '#shared/api/transfer.ts'
import { extendsItself, type WindowPages } from '#web/features/paging/paged-list.tsx'
import { errorText } from '#web/i18n/index.ts'
import { isUnknown } from '#web/lib/is-unknown.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { ReadingColumn } from '#web/ui/reading-column.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ImportBrief } from './import-brief.tsx'
import { sourceNames } from './import-counts.ts'
import { ImportRowCard } from './import-row-card.tsx'
import { LiveImports } from './live-imports.tsx'
import { acceptRowsMutation, downloadRowsMutation, importQuery, importRowsQuery } from './transfer.api.ts'
import styles from './import-rows.module.css'

/** Pixels that a row is high, as far as one can tell before it is there. */
const rowHeight = { bare: 190, withFilms: 340 }

interface ImportRowsProps {
  importId: string
  onBack: () => void
}

/** The rows of an import that need attention: the member says what each means, or leaves it out. */
export function ImportRows({ importId, onBack }: ImportRowsProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const queryClient = useQueryClient()
  const { data: progress } = useQuery(importQuery(queryClient, importId))
  const answer = useInfiniteQuery(importRowsQuery(importId))
  const rows = pageItems(answer.data, ({ row }) => row)
  usePageTitle(t('transfer.rows.title'))
  return (
    <>
      <TopBar title={t('transfer.rows.title')} backLabel={t('common.back')} onBack={onBack} />
      {progress ? <LiveImports imports={[progress]} /> : null}
      <ReadingColumn>
        {answer.isPending ? (
          <SkeletonRows count={3} height="12rem" label={t('common.loading')} className={styles.skeleton} />
        ) : !rows || isUnknown(answer.error) ? (
          <LoadFailed
            error={answer.error}
            unknown={t('errors.import.not_found')}
            text={online ? errorText(answer.error, 'transfer.rows.failed') : t('transfer.rows.offline')}
            onRetry={answer.refetch}
          />
        ) : (
          <>
            {progress ? <RowsHead progress={progress} rows={rows} /> : null}
            <Rows importId={importId} rows={rows} pages={answer} />
          </>
        )}
      </ReadingColumn>
    </>
  )
}

/** What can be done with all of them. */
function RowsHead({ progress, rows }: { progress: Import; rows: readonly ImportRow[] }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const acceptFilms = useMutation(acceptRowsMutation(queryClient, progress._id, 'films'))
  const acceptRatings = useMutation(acceptRowsMutation(queryClient, progress._id, 'ratings'))
  const save = useMutation(downloadRowsMutation(progress._id))
  const running = progress.state === 'running'
  const acceptFailure = acceptFilms.error ?? acceptRatings.error
  const head = useRef<HTMLParagraphElement>(null)
  const mayAccept = progress.doubtful > 0 && !running
  const differing = rows.filter(({ reason }) => reason === 'other-rating').length
  const canAcceptFilms = mayAccept && progress.doubtful > differing
  const canAcceptRatings = mayAccept && differing > 0
  const isAccepted =
    (acceptFilms.isSuccess && !canAcceptFilms) || (acceptRatings.isSuccess && !canAcceptRatings)

  useEffect(() => {
    // The button that had the focus is gone.
    if (isAccepted && document.activeElement === document.body) head.current?.focus()
  }, [isAccepted])

  return (
    <>
      <p ref={head} tabIndex={-1} className={styles.text}>
        {sourceNames[progress.source]} <bdi>{progress.files.join(' · ')}</bdi>
      </p>
      {running ? <ImportBrief progress={progress} /> : null}
      {rows.length > 0 ? (
        <>
          <p className={styles.text}>{t('transfer.rows.text')}</p>
          <div className={styles.actions}>
            {canAcceptFilms ? (
              <Button size="sm" busy={acceptFilms.isPending} onClick={() => acceptFilms.mutate()}>
                {t('transfer.rows.accept')}
              </Button>
            ) : null}
            {canAcceptRatings ? (
              <Button size="sm" busy={acceptRatings.isPending} onClick={() => acceptRatings.mutate()}>
                {t('transfer.rows.acceptRatings')}
              </Button>
            ) : null}
            <Button
              variant="secondary"
              size="sm"
              icon={<Download />}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('transfer.rows.download')}
            </Button>
          </div>
        </>
      ) : null}
      {acceptFailure ? <InlineError text={errorText(acceptFailure, 'transfer.rows.acceptFailed')} /> : null}
      {save.isError ? <InlineError text={errorText(save.error, 'transfer.rows.downloadFailed')} /> : null}
    </>
  )
}

interface RowsProps {
  importId: string
  rows: readonly ImportRow[]
  pages: WindowPages
}

function Rows({ importId, rows, pages }: RowsProps) {
  const { t } = useTranslation()
  const { hasNextPage, isFetching, isFetchNextPageError: failed } = pages
  const more = () => void pages.fetchNextPage()
  const [said, setSaid] = useState('')
  /** The row that was decided last, and the one that takes the focus over. */
  const leaving = useRef<{ row: number; next: number | undefined } | null>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { current } = leaving
    if (!current || rows.some(({ row }) => row === current.row)) return
    leaving.current = null
    // A member who is somewhere else by now stays there.
    if (document.activeElement !== document.body) return
    const next = box.current?.querySelector<HTMLElement>(`[data-row="${current.next}"]`)
    ;(next ?? box.current)?.focus()
  }, [rows])

  return (
    <div ref={box} tabIndex={-1} className={styles.rows}>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {rows.length === 0 && !hasNextPage ? (
        <EmptyState text={t('transfer.rows.empty')} />
      ) : (
        <VirtualList
          label={t('transfer.rows.title')}
          items={rows}
          keyOf={({ row }) => String(row)}
          estimate={({ candidates }) => (candidates.length > 0 ? rowHeight.withFilms : rowHeight.bare)}
          {...extendsItself(pages)}
          renderRow={(row, at) => (
            <ImportRowCard
              importId={importId}
              row={row}
              onDecide={() => {
                leaving.current = { row: row.row, next: (rows[at + 1] ?? rows[at - 1])?.row }
              }}
              onDecided={setSaid}
            />
          )}
        />
      )}
      {failed ? (
        <div className={styles.end}>
          <InlineError text={t('transfer.rows.failed')} />
          <Button variant="secondary" busy={isFetching} onClick={more}>
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : hasNextPage && isFetching ? (
        <SkeletonRows count={1} height="12rem" label={t('common.loading')} className={styles.skeleton} />
      ) : null}
    </div>
  )
}
