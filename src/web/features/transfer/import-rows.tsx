import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Import, ImportRow } from '#shared/api/transfer.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmSearchDialog } from '#web/features/films/picker/film-search-dialog.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { extendsItself, type WindowPages } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Day } from '#web/lib/relative-time.tsx'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { RowPlace } from './file-error.tsx'
import { ImportBrief, LiveImports, sourceNames } from './import-card.tsx'
import styles from './import-rows.module.css'
import {
  acceptRowsMutation,
  doubtsQuery,
  downloadRowsMutation,
  importQuery,
  importRowsQuery,
  matchRowMutation,
  retryImportMutation,
} from './transfer.api.ts'

/** Estimated height of a row in CSS pixels, before it is measured. */
const rowHeight = { bare: 190, withFilms: 340 }

interface ImportRowsProps {
  importId: string
  onBack: () => void
}

/** The rows of an import that need attention: the member says what each means, or leaves it out. */
export function ImportRows({ importId, onBack }: ImportRowsProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: progress } = useQuery(importQuery(queryClient, importId))
  const answer = useInfiniteQuery(importRowsQuery(importId))
  const rows = pageItems(answer.data, ({ row }) => row)
  usePageTitle(t('transfer.rows.title'))
  return (
    <>
      <TopBar title={t('transfer.rows.title')} onBack={onBack} />
      {progress ? <LiveImports imports={[progress]} /> : null}
      <ReadingColumn>
        {answer.isPending ? (
          <LoadingRows count={3} height="12rem" className={styles.skeleton} />
        ) : !rows || isUnknown(answer.error) ? (
          <LoadFailed
            error={answer.error}
            unknown={t('errors.import.not_found')}
            offline={t('transfer.rows.offline')}
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
  const accept = useMutation(acceptRowsMutation(queryClient, progress._id))
  const retry = useMutation(retryImportMutation(queryClient, progress._id))
  const { data: doubts = [] } = useQuery(doubtsQuery(progress._id))
  const save = useMutation(downloadRowsMutation(progress._id))
  const running = progress.state === 'running'
  const head = useRef<HTMLParagraphElement>(null)
  const canAccept = progress.doubtful > 0 && !running
  const isAccepted = accept.isSuccess && !canAccept

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
          {progress.notFound > 0 ? <p className={styles.text}>{t('transfer.retry.text')}</p> : null}
          <div className={styles.actions}>
            {canAccept ? (
              <Button size="sm" busy={accept.isPending} onClick={() => accept.mutate('films')}>
                {t('transfer.rows.accept')}
              </Button>
            ) : null}
            {canAccept && doubts.length > 1
              ? doubts.map(({ reason, rows: n }) => (
                  <Button
                    key={reason}
                    variant="secondary"
                    size="sm"
                    busy={accept.isPending}
                    onClick={() => accept.mutate(reason)}
                  >
                    {t(`transfer.accept.${reason}`, { n })}
                  </Button>
                ))
              : null}
            {progress.notFound > 0 && !running ? (
              <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
                {t('transfer.retry.action')}
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
      {accept.isError ? <InlineError text={errorText(accept.error, 'transfer.rows.acceptFailed')} /> : null}
      {retry.isError ? <InlineError text={errorText(retry.error, 'transfer.retry.failed')} /> : null}
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
        <EmptyState drawing="cards" text={t('transfer.rows.empty')} />
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
        <LoadingRows count={1} height="12rem" className={styles.skeleton} />
      ) : null}
    </div>
  )
}

interface ImportRowCardProps {
  importId: string
  row: ImportRow
  /** The row is about to leave the list. */
  onDecide: () => void
  /** Called with what became of it. */
  onDecided: (said: string) => void
}

type Choice = { id: number; title: string } | null

/** A row as the file has it, why it needs attention, and the films that it could mean. */
function ImportRowCard({ importId, row, onDecide, onDecided }: ImportRowCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const match = useExclusiveMutation(matchRowMutation(useQueryClient(), importId, row.row))
  const [searching, setSearching] = useState(false)

  const decide = async (choice: Choice) => {
    if (match.isRunning()) return
    onDecide()
    // The row is gone by the time of the answer, so callbacks of its own would not be called.
    await match.mutateAsync(choice?.id ?? null)
    onDecided(
      choice
        ? t('transfer.rows.matched', { title: choice.title })
        : t('transfer.rows.wasLeftOut', { title: row.title }),
    )
  }
  // A failure shows below.
  const choose = (choice: Choice) => void decide(choice).catch(() => undefined)

  return (
    <article className={styles.card} aria-labelledby={`${id}-title`} tabIndex={-1} data-row={row.row}>
      <div>
        <h2 id={`${id}-title`} className={styles.title}>
          <bdi>{row.title || t('transfer.rows.untitled')}</bdi>{' '}
          {row.year === null ? null : <span className={styles.year}>{row.year}</span>}
        </h2>
        <p className={styles.reason}>{row.reason ? t(`transfer.reason.${row.reason}`) : null}</p>
      </div>
      <Facts row={row} />
      {row.alike > 0 ? <p className={styles.alike}>{t('transfer.rows.alike', { n: row.alike })}</p> : null}
      {row.candidates.length > 0 ? (
        <div role="group" aria-labelledby={`${id}-films`}>
          <p id={`${id}-films`} className={styles.question}>
            {t('transfer.rows.question')}
          </p>
          <ul className={styles.films}>
            {row.candidates.map((film) => (
              <li key={film.id}>
                <button
                  type="button"
                  className={styles.film}
                  aria-disabled={match.isPending || undefined}
                  onClick={() => choose(film)}
                >
                  <FilmPoster film={film} sizes="88px" alt="" />
                  <span className={styles.texts}>
                    <FilmTitle film={film} className={styles.filmTitle} />{' '}
                    <span className={styles.filmYear}>{film.year}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {match.isError ? <InlineError text={errorText(match.error, 'transfer.rows.matchFailed')} /> : null}
      <div className={styles.cardActions}>
        {row.kind === 'picture' ? null : (
          <Button
            variant="secondary"
            size="sm"
            icon={<Search />}
            busy={match.isPending}
            onClick={() => setSearching(true)}
          >
            {t('transfer.rows.search')}
          </Button>
        )}
        <Button variant="ghost" size="sm" busy={match.isPending} onClick={() => choose(null)}>
          {t('transfer.rows.leaveOut')}
        </Button>
      </div>
      <FilmSearchDialog
        open={searching}
        onClose={() => setSearching(false)}
        title={t('transfer.rows.question')}
        action={t('transfer.rows.choose')}
        initial={row.title}
        onAdd={(film) => {
          setSearching(false)
          choose(film)
        }}
      />
    </article>
  )
}

/** What the row would have become, and where it stands. */
function Facts({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const { kind, list, watchedAt, rating, review, file, line } = row
  return (
    <>
      <p className={styles.facts}>
        <span>{t(`transfer.kind.${kind}`)}</span>
        {list === null ? null : <bdi>{list}</bdi>}
        {watchedAt === null ? null : <Day day={watchedAt} />}
        {rating === null ? null : <StarRating value={rating} label={t('common.stars', { value: rating })} />}
      </p>
      {review === '' ? null : (
        <p className={styles.review} dir="auto">
          {review}
        </p>
      )}
      <p className={styles.place}>
        <RowPlace file={file} line={line} />
      </p>
    </>
  )
}
