import { Check, Plus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { useKeyDown } from '#web/lib/keyboard.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { yearOf } from './film-grid.tsx'
import { FilmPoster } from './film-poster.tsx'
import { pickerDebounceMs } from './films.api.ts'
import { FoundFilms } from './found-films.tsx'
import styles from './film-search-dialog.module.css'

interface FilmPicking {
  /** Films that are there already: shown, not to be added again. */
  isAdded: (filmId: number) => boolean
  onAdd: (film: FilmItem) => void
  /** What the box asks for when it opens. */
  initial?: string
  /** What a press does, where it does not add the film. */
  action?: string
}

interface FilmSearchDialogProps extends FilmPicking {
  open: boolean
  onClose: () => void
  /** Where films are not added. */
  title?: string
  /** What has the focus after closing, where the button that opened the search may be gone by then. */
  finalFocus?: () => HTMLElement | null
  /** Below the results. */
  footer?: ReactNode
}

/** Finds films and adds them to what the screen is about. It stays open, so that several can be added. */
export function FilmSearchDialog({
  open,
  onClose,
  title,
  finalFocus,
  footer,
  ...picking
}: FilmSearchDialogProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={title ?? t('filmSearch.title')}
      closeLabel={t('common.close')}
      finalFocus={finalFocus}
      footer={footer}
    >
      <FilmSearch {...picking} />
    </Sheet>
  )
}

function FilmSearch({ isAdded, onAdd, initial = '', action }: FilmPicking) {
  const { t } = useTranslation()
  const [text, setText] = useState(initial)
  const { query } = useSettledQuery(text, pickerDebounceMs)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)

  /** Arrows lead from the box to the results, among them, and back; everything stays in reach of Tab. */
  useKeyDown(box, (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !box.current || event.isComposing) return
    const stops = [...box.current.querySelectorAll<HTMLElement>('input, li button')]
    const at = stops.findIndex((stop) => stop === event.target)
    if (at < 0) return
    event.preventDefault()
    stops[at + step]?.focus()
  })

  return (
    <div ref={box} className={styles.search}>
      <form role="search" className={styles.box} onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label={t('filmSearch.label')}
          placeholder={t('filmSearch.placeholder')}
          clearLabel={t('search.clear')}
          value={text}
          onChange={setText}
          maxLength={100}
          data-autofocus=""
        />
      </form>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {query === '' ? (
        <EmptyState drawing="strip" text={t('filmSearch.start')} />
      ) : (
        <FoundFilms query={query} skeleton={<RowSkeletons />}>
          {(films, areOlder) => (
            <ul className={styles.list} data-older={areOlder}>
              {films.map((film) => (
                <li key={film.id}>
                  <FilmRow
                    film={film}
                    added={isAdded(film.id)}
                    action={action}
                    onPress={() => {
                      const added = isAdded(film.id)
                      setSaid(
                        t(added ? 'filmSearch.alreadyStatus' : 'filmSearch.addedStatus', {
                          title: film.title,
                        }),
                      )
                      if (!added) onAdd(film)
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </FoundFilms>
      )}
    </div>
  )
}

function RowSkeletons() {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="2.75rem" height="4.125rem" />
          <Skeleton width="60%" />
        </div>
      ))}
    </div>
  )
}

interface FilmRowProps {
  film: FilmItem
  added: boolean
  action: string | undefined
  onPress: () => void
}

function FilmRow({ film, added, action, onPress }: FilmRowProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.row}
      // Not disabled: the focus stays where it is when the film was added.
      aria-disabled={added || undefined}
      onClick={onPress}
    >
      <span className={styles.poster}>
        <FilmPoster film={film} sizes="44px" alt="" eager />
      </span>
      <span className={styles.texts}>
        <bdi className={styles.title}>{film.title}</bdi>{' '}
        <span className={styles.year}>{yearOf(film.release_date)}</span>
      </span>{' '}
      <span className={styles.mark}>
        {added ? (
          <Check aria-hidden="true" size={20} />
        ) : action === undefined ? (
          <Plus aria-hidden="true" size={20} />
        ) : null}
        {added ? t('filmSearch.added') : (action ?? t('filmSearch.add'))}
      </span>
    </button>
  )
}
