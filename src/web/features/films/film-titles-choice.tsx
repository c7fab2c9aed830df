import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import {
  filmTitleChoices,
  otherTitleFor,
  titleFor,
  type FilmTitleChoice,
  type FilmTitles,
} from '#shared/film-titles.ts'
import type { Locale } from '#shared/locale.ts'
import { useProfileChoice } from '#web/features/edit-profile/use-profile-choice.ts'
import { SaveNote } from '#web/features/settings/save-note.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Radio } from '#web/ui/fields/radio.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FilmPoster } from './film-poster.tsx'
import { FilmTitle } from './film-title.tsx'
import { filmSearchQuery, foundFilms } from './films.api.ts'
import styles from './film-titles-choice.module.css'

/** Two films that every choice names otherwise. */
const examples: readonly (Omit<FilmTitles, 'own_title'> & { own: Partial<Record<Locale, string>> })[] = [
  { title: 'Wadjda', original_title: 'وجدة', original_language: 'ar', own: {} },
  {
    title: 'Amélie',
    original_title: 'Le Fabuleux Destin d’Amélie Poulain',
    original_language: 'fr',
    own: { ar: 'أميلي' },
  },
]

/** Which title of a film is shown first. */
export function FilmTitlesChoice({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const name = useId()
  const queryClient = useQueryClient()
  const { member, chosen, choose, save } = useProfileChoice(memberId, 'filmTitles', 'my-language')
  return (
    <fieldset
      role="radiogroup"
      className={styles.choices}
      disabled={!member}
      aria-label={t('filmTitles.label')}
      aria-describedby={`${name}-hint`}
    >
      {filmTitleChoices.map((choice) => (
        <Radio
          key={choice}
          className={styles.choice}
          name={name}
          checked={chosen === choice}
          onChange={() => choose(choice, () => void queryClient.invalidateQueries())}
        >
          <span className={styles.label}>{t(`filmTitles.choice.${choice}`)}</span>
          <span className={styles.examples}>
            {examples.map((film) => (
              <Example key={film.title} film={film} choice={choice} />
            ))}
          </span>
        </Radio>
      ))}
      <p id={`${name}-hint`} className={styles.hint}>
        {t('filmTitles.hint')}
      </p>
      <SaveNote save={save} />
    </fieldset>
  )
}

function Example({ film, choice }: { film: (typeof examples)[number]; choice: FilmTitleChoice }) {
  const { locale } = useTranslation()
  const titles = { ...film, own_title: film.own[locale] ?? null }
  const reader = { language: locale, choice }
  const [shown, other] = [titleFor(titles, reader), otherTitleFor(titles, reader)]
  const { data, isFetching } = useInfiniteQuery(filmSearchQuery(film.title))
  const found = foundFilms(data)?.films.find((one) => one.original_language === film.original_language)
  return (
    <span className={styles.example}>
      <span className={styles.poster}>
        {isFetching ? (
          <Skeleton height="4.125rem" radius="var(--radius-badge)" />
        ) : (
          <FilmPoster film={{ poster: found?.poster ?? null, titleLang: shown.lang }} sizes="44px" alt="" />
        )}
      </span>
      <span className={styles.titles}>
        <FilmTitle film={{ title: shown.title, titleLang: shown.lang }} className={styles.title} />{' '}
        {other ? (
          <FilmTitle film={{ title: other.title, titleLang: other.lang }} className={styles.other} />
        ) : null}
      </span>
    </span>
  )
}
