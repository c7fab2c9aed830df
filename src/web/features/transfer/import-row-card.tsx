import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportRow } from '#shared/api/transfer.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmSearchDialog } from '#web/features/films/film-search-dialog.tsx'
import { errorText } from '#web/i18n/index.ts'
import { Day } from '#web/lib/relative-time.tsx'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { RowPlace } from './row-place.tsx'
import { matchRowMutation } from './transfer.api.ts'
import styles from './import-row-card.module.css'

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
export function ImportRowCard({ importId, row, onDecide, onDecided }: ImportRowCardProps) {
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
      {row.reason === 'other-rating' ? (
        <Ratings row={row} />
      ) : row.candidates.length > 0 ? (
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
                    <bdi className={styles.filmTitle}>{film.title}</bdi>{' '}
                    <span className={styles.filmYear}>{film.year}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {match.isError ? <InlineError text={errorText(match.error, 'transfer.rows.matchFailed')} /> : null}
      <div className={styles.actions}>
        {row.reason === 'other-rating' ? (
          <Button size="sm" busy={match.isPending} onClick={() => choose(row.candidates[0] ?? null)}>
            {t('transfer.rows.takeRating')}
          </Button>
        ) : row.kind === 'picture' ? null : (
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
          {t(row.reason === 'other-rating' ? 'transfer.rows.keepRating' : 'transfer.rows.leaveOut')}
        </Button>
      </div>
      <FilmSearchDialog
        open={searching}
        onClose={() => setSearching(false)}
        title={t('transfer.rows.question')}
        action={t('transfer.rows.choose')}
        initial={row.title}
        isAdded={() => false}
        onAdd={(film) => {
          setSearching(false)
          choose(film)
        }}
      />
    </article>
  )
}

/** The stars of the diary and those of the file, one of which counts. */
function Ratings({ row: { diaryRating, rating } }: { row: ImportRow }) {
  const { t } = useTranslation()
  const stars = (value: number | null) =>
    value === null ? (
      t('transfer.rows.noRating')
    ) : (
      <StarRating value={value} size="sm" label={t('common.stars', { value })} />
    )
  return (
    <dl className={styles.ratings}>
      <dt>{t('transfer.rows.diaryRating')}</dt>
      <dd>{stars(diaryRating)}</dd>
      <dt>{t('transfer.rows.fileRating')}</dt>
      <dd>{stars(rating)}</dd>
    </dl>
  )
}

/** What the row would have become, and where it stands. */
function Facts({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const { kind, list, watchedAt, review, file, line } = row
  // Beside the diary’s below.
  const rating = row.reason === 'other-rating' ? null : row.rating
  return (
    <>
      <p className={styles.facts}>
        <span>{t(`transfer.kind.${kind}`)}</span>
        {list === null ? null : <bdi>{list}</bdi>}
        {watchedAt === null ? null : <Day day={watchedAt} />}
        {rating === null ? null : (
          <StarRating value={rating} size="sm" label={t('common.stars', { value: rating })} />
        )}
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
