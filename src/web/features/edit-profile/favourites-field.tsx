import { FilmTitle } from '#web/features/films/film-title.tsx'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmSearchDialog } from '#web/features/films/picker/film-search-dialog.tsx'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { FavouriteFilm } from '#shared/api/members.ts'
import { maxFavourites } from './profile-draft.ts'
import styles from './favourites-field.module.css'

interface FavouritesFieldProps {
  films: readonly FavouriteFilm[]
  onChange: (films: FavouriteFilm[]) => void
  error: string | null
}

/** The favourite films of a profile: at most four, each once, in the member's order. */
export function FavouritesField({ films, onChange, error }: FavouritesFieldProps) {
  const { t } = useTranslation()
  const [searching, setSearching] = useState(false)
  const [moved, setMoved] = useState('')
  const box = useRef<HTMLDivElement>(null)
  /** What is to have the focus once the change is on screen. */
  const wanted = useRef<string | null>(null)

  useEffect(() => {
    if (wanted.current === null) return
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })

  const add = (film: FilmItem) => {
    const { id, title, poster_path, poster } = film
    if (films.length >= maxFavourites || films.some(({ tmdbId }) => tmdbId === id)) return
    onChange([...films, { tmdbId: id, id, title, poster_path, poster }])
    if (films.length + 1 === maxFavourites) setSearching(false)
  }

  const move = (from: number, step: 1 | -1) => {
    const film = films[from]
    const other = films[from + step]
    if (!film || !other) return
    const next = [...films]
    next[from] = other
    next[from + step] = film
    wanted.current = `[data-film="${film.tmdbId}"] [data-move="${step}"]`
    setMoved(
      t('editProfile.favourites.moved', {
        title: film.title,
        n: from + step + 1,
        total: films.length,
      }),
    )
    onChange(next)
  }

  const remove = (film: FavouriteFilm) => {
    const left = films.filter(({ tmdbId }) => tmdbId !== film.tmdbId)
    wanted.current = '[data-add]'
    setMoved(t('editProfile.favourites.removed', { title: film.title }))
    onChange(left)
  }

  return (
    <Section title={t('editProfile.favourites.title')}>
      <div ref={box} className={styles.field}>
        <VisuallyHidden>
          <span role="status">{moved}</span>
        </VisuallyHidden>
        {films.length === 0 ? null : (
          <ol className={styles.slots}>
            {films.map((film, at) => (
              <li key={film.tmdbId} className={styles.slot} data-film={film.tmdbId}>
                <span className={styles.poster}>
                  <FilmPoster film={film} sizes="(min-width: 600px) 131px, 48px" alt="" />
                </span>
                <FilmTitle film={film} className={styles.title} />
                <span className={styles.moves}>
                  <IconButton
                    label={t('editProfile.favourites.earlier', { title: film.title })}
                    icon={<ArrowUp className={styles.arrow} />}
                    aria-disabled={at === 0}
                    data-move="-1"
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    label={t('editProfile.favourites.later', { title: film.title })}
                    icon={<ArrowDown className={styles.arrow} />}
                    aria-disabled={at === films.length - 1}
                    data-move="1"
                    onClick={() => move(at, 1)}
                  />
                </span>
                <IconButton
                  className={styles.remove}
                  data-remove=""
                  label={t('editProfile.favourites.remove', { title: film.title })}
                  icon={<X />}
                  onClick={() => remove(film)}
                />
              </li>
            ))}
          </ol>
        )}
        {films.length < maxFavourites ? (
          <div className={styles.placeholder}>
            <p className={styles.text}>{t('editProfile.favourites.placeholder')}</p>
            <Button
              variant="secondary"
              size="sm"
              icon={<Plus />}
              data-add=""
              onClick={() => setSearching(true)}
            >
              {t('editProfile.favourites.add')}
            </Button>
          </div>
        ) : null}
        {error === null ? null : <InlineError text={error} />}
      </div>
      <FilmSearchDialog
        open={searching}
        onClose={() => setSearching(false)}
        finalFocus={() =>
          box.current?.querySelector<HTMLElement>('[data-add]') ??
          box.current?.querySelector<HTMLElement>('li:last-of-type [data-remove]') ??
          null
        }
        isAdded={(id) => films.some(({ tmdbId }) => tmdbId === id)}
        onAdd={add}
      />
    </Section>
  )
}
