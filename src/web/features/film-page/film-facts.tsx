import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { Link } from 'react-router'
import { getFilmCollection } from '#shared/api/films.ts'
import { paths } from '#shared/paths.ts'
import { FilmRow } from '#web/features/films/film-row.tsx'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { countryNames } from '#web/features/films/source-names.ts'
import { call } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/format.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useNear } from '#web/ui/near.tsx'
import styles from './film-facts.module.css'
import type { RegionChoice } from './region.ts'

interface FilmFactsProps {
  film: FilmPage
  choice: RegionChoice
}

const roles = ['writers', 'composers', 'cinematographers'] as const

/** What else the source says of a film, each part only where there is something of it. */
export function FilmFacts({ film, choice }: FilmFactsProps) {
  const { t, locale } = useTranslation()
  const countryName = countryNames(locale, t)
  const crew = roles.filter((role) => film[role].length > 0)
  const releases = choice.local?.releases ?? []
  const { production_countries: made, keywords } = film
  if (crew.length + releases.length + made.length + keywords.length === 0) return null
  return (
    <Section title={t('filmFacts.title')}>
      <dl className={styles.facts}>
        {crew.map((role) => (
          <Fact key={role} name={t(`filmFacts.${role}`)}>
            <Listed items={film[role].map(({ id, name }) => ({ id, to: paths.person(id), name }))} />
          </Fact>
        ))}
        {made.length === 0 ? null : (
          <Fact name={t('filmFacts.countries')}>
            <Listed
              items={made.map((code) => ({
                id: code,
                to: paths.films({ country: code }),
                name: countryName(code),
              }))}
            />
          </Fact>
        )}
        {keywords.length === 0 ? null : (
          <Fact name={t('filmFacts.keywords')}>
            <ul className={styles.keywords}>
              {keywords.map((word) => (
                // The source has them in English only.
                <li key={word} lang="en" dir="auto">
                  {word}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      {releases.length === 0 ? null : (
        <details className={styles.releases}>
          <summary>{t('filmFacts.releases', { region: countryName(choice.region) })}</summary>
          <ul>
            {releases.map(({ type, date, note }) => (
              <li key={`${type} ${date} ${note}`}>
                <span>{t(`filmFacts.release.${type}`)}</span> <span>{formatDate(date, locale)}</span>{' '}
                {note === '' ? null : (
                  <span className={styles.note}>
                    <bdi>{note}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface ListedProps {
  items: readonly { id: number | string; to: string; name: string }[]
}

function Listed({ items }: ListedProps) {
  const { t } = useTranslation()
  return items.map(({ id, to, name }, at) => (
    <span key={id}>
      {at > 0 ? t('film.genreSeparator') : null}
      <Link className={styles.link} to={to}>
        <bdi>{name}</bdi>
      </Link>
    </span>
  ))
}

/** The films that one is part of a collection with, asked for when they are about to be seen. */
export function FilmCollection({ film }: { film: Pick<FilmPage, 'id' | 'collection'> }) {
  const { t } = useTranslation()
  const [row, isNear] = useNear<HTMLDivElement>()
  const { id } = film
  const { data: films, isError } = useQuery({
    queryKey: ['film-collection', id],
    queryFn: ({ signal }) => call(getFilmCollection, { params: { id }, signal }),
    enabled: isNear,
  })
  const title = (
    <TextWithSlot text={t('filmFacts.collection', { name: slot })}>
      <bdi>{film.collection?.name}</bdi>
    </TextWithSlot>
  )
  return (
    <Section title={title}>
      <div ref={row} className={styles.collection} aria-busy={!films && !isError}>
        {films ? <FilmRow films={films} /> : null}
      </div>
    </Section>
  )
}
