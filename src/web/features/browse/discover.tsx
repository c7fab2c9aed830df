import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Popcorn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { genreHues } from '#shared/genre-hues.ts'
import { paths } from '#shared/paths.ts'
import { FilmRow } from '#web/features/films/film-row.tsx'
import { trendingQuery } from '#web/features/films/films.api.ts'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { listsQuery } from '#web/features/lists/lists.api.ts'
import { Suggestions } from '#web/features/members/suggestions.tsx'
import { streamingQuery } from '#web/features/streaming/streaming.api.ts'
import { pageItems, uniqueResults } from '#web/lib/paged-query.ts'
import { logoSource } from '#web/lib/pictures.ts'
import { homeRegion } from '#web/lib/region.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { hintClass, HintText } from '#web/ui/feedback/hint-row.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { browseQuery, filmValuesQuery, type FilmValues } from './browse.api.ts'
import { decadeOptions, genreOptions, type FilterOption } from './filters.ts'
import styles from './discover.module.css'

const filmsInRow = 8
const listsInRow = 8
const peopleShown = 3

/** Ways into all films, for who does not look for one by name. */
export function DiscoverFilms() {
  const { t, locale } = useTranslation()
  const { data: values, isPending } = useQuery(filmValuesQuery())
  return (
    <>
      <div className={styles.tonight}>
        <Link className={hintClass} to={paths.tonight()}>
          <HintText icon={<Popcorn size={20} />}>{t('tonight.discover')}</HintText>
        </Link>
      </div>
      <Trending />
      {values || isPending ? (
        <Section title={t('discover.genres')} action={<Link to={paths.films()}>{t('discover.all')}</Link>}>
          <Doors
            className={styles.genres}
            options={values && genreOptions(values, t)}
            to={(id) => paths.films({ genre: [Number(id)] })}
            hueOf={(id) => genreHues(Number(id))[0]}
          />
        </Section>
      ) : null}
      <Section title={t('discover.decades')}>
        <Doors
          className={styles.doors}
          options={decadeOptions(locale)}
          to={(year) => paths.films({ decade: Number(year) })}
        />
      </Section>
      <PopularLists className={styles.cards} />
      {values && values.providers.length > 0 ? <Services providers={values.providers} /> : null}
      <Section title={t('discover.people')}>
        <Suggestions count={peopleShown} small />
      </Section>
    </>
  )
}

/** The lists that are liked most; `all` as many as a screen holds. */
export function DiscoverLists() {
  const { t } = useTranslation()
  return (
    <PopularLists
      className={styles.lists}
      count={24}
      none={<EmptyState drawing="cards" text={t('discover.noLists')} />}
    />
  )
}

function Trending() {
  const { t } = useTranslation()
  const { data: films, isPending } = useQuery(trendingQuery())
  if (!isPending && !films?.length) return null
  return (
    <Section title={t('discover.trending')} action={<Link to={paths.trending()}>{t('discover.all')}</Link>}>
      {films ? <FilmRow films={films.slice(0, filmsInRow)} /> : <Skeleton height="9.5rem" />}
    </Section>
  )
}

interface DoorsProps {
  className: string | undefined
  /** Undefined while they load. */
  options: readonly FilterOption[] | undefined
  to: (value: string) => string
  /** The colour that a door takes where there is room for it: one of the six hues. */
  hueOf?: (value: string) => number
}

/** Choices that each lead to the films that meet it. */
function Doors({ className, options, to, hueOf }: DoorsProps) {
  return (
    <ul className={className} aria-busy={options === undefined}>
      {options
        ? options.map(({ value, label }) => (
            <li key={value}>
              <Link className={styles.door} to={to(value)} data-hue={hueOf?.(value)}>
                {label}
              </Link>
            </li>
          ))
        : Array.from({ length: 18 }, (_, at) => (
            <li key={at}>
              <Skeleton className={styles.door} width="6rem" />
            </li>
          ))}
    </ul>
  )
}

interface PopularListsProps {
  className: string | undefined
  count?: number
  /** Instead of no lists. */
  none?: ReactNode
}

function PopularLists({ className, count = listsInRow, none = null }: PopularListsProps) {
  const { t } = useTranslation()
  const { data, isPending } = useInfiniteQuery(listsQuery('popular'))
  const lists = pageItems(data, ({ _id }) => _id)?.slice(0, count) ?? []
  if (isPending) return <Skeleton height="14rem" radius="var(--radius-card)" />
  if (lists.length === 0) return none
  return (
    <Section title={t('home.popularLists')}>
      <ul className={className}>
        {lists.map((list) => (
          <li key={list._id}>
            <ListCard list={list} of="row" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const servicesShown = 8

/** What the member's own services have, else those that are the most usual in their region. */
function Services({ providers }: { providers: FilmValues['providers'] }) {
  const { data: own, isPending } = useQuery(streamingQuery())
  if (isPending) return <Skeleton height="14rem" radius="var(--radius-card)" />
  const isOwn = own?.region === homeRegion() && own.services.length > 0
  return <OnServices providers={isOwn ? own.services : providers} />
}

function OnServices({ providers }: { providers: FilmValues['providers'] }) {
  const { t } = useTranslation()
  const usual = providers.slice(0, servicesShown)
  const on = usual.map(({ provider_id }) => provider_id)
  const films = uniqueResults(useInfiniteQuery(browseQuery({ on })).data)
  return (
    <Section
      title={t('discover.services')}
      action={<Link to={paths.films({ on })}>{t('discover.all')}</Link>}
    >
      <ul className={styles.doors}>
        {usual.map(({ provider_id, provider_name, logo_path }) => (
          <li key={provider_id}>
            <Link className={styles.service} to={paths.films({ on: [provider_id] })}>
              {logo_path === null ? (
                <span className={styles.door}>{provider_name}</span>
              ) : (
                <img
                  {...logoSource(logo_path, 44)}
                  alt={provider_name}
                  width={44}
                  height={44}
                  loading="lazy"
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
      {films ? <FilmRow films={films.slice(0, filmsInRow)} /> : <Skeleton height="9.5rem" />}
      <p className={styles.credit}>{t('streaming.credit')}</p>
    </Section>
  )
}
