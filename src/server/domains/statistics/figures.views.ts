import type { Figures, StatsFilm, StatsPerson } from '#shared/api/statistics.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import { pictureUrl, posterUrl } from '#server/domains/films/films.views.ts'
import { titleView, type TitleReader } from '#server/domains/films/titles.views.ts'
import type { KeyedShare, StoredFigures } from './figures.queries.ts'
import { selectPeople, selectStatsFilms } from './statistics.queries.ts'

/** Whoever reads figures, and how films are named to them. */
export interface FiguresReader {
  titles: TitleReader
}

/** Stored figures with their films and people as the reader sees them; deleted films are left out. */
export async function figuresView(
  ctx: Pick<Context, 'db'>,
  { titles: reader }: FiguresReader,
  { memberId, year, figures }: { memberId: string; year: number; figures: StoredFigures },
): Promise<Figures> {
  const { traits, sameYear, otherYears, ...kept } = figures
  const [films, people] = await Promise.all([
    filmsById(ctx, { memberId, reader }, figures),
    peopleById(ctx, [...(traits.director ?? []), ...(traits.actor ?? [])]),
  ])
  /** The same facts with the film in place of its number. */
  const shown = <Fact extends { film: number }>(facts: readonly Fact[]) =>
    facts.flatMap(({ film: id, ...fact }) => {
      const film = films.get(id)
      return film ? [{ film, ...fact }] : []
    })
  const shownOne = <Fact extends { film: number }>(fact: Fact | null) => shown(fact ? [fact] : [])[0] ?? null
  const persons = (shares: readonly KeyedShare[] = []) =>
    shares.flatMap(({ key, ...share }): StatsPerson[] => {
      const person = people.get(Number(key))
      return person ? [{ ...person, ...share }] : []
    })
  const { ratings, rating_sum: sum, by_rating: byRating } = figures.ratings
  return {
    ...kept,
    ratings: { ratings, average: ratings === 0 ? null : stepsToStars(sum / ratings), byRating },
    genres: traits.genre ?? [],
    countries: traits.country ?? [],
    languages: traits.language ?? [],
    decades: (traits.decade ?? []).toSorted((a, b) => Number(a.key) - Number(b.key)),
    directors: persons(traits.director),
    actors: persons(traits.actor),
    releases: year === 0 ? null : { sameYear, others: otherYears },
    first: shownOne(figures.first),
    last: shownOne(figures.last),
    milestones: shown(figures.milestones),
    longest: shownOne(figures.longest),
    shortest: shownOne(figures.shortest),
    best: shown(figures.best),
    above: shown(figures.above),
    below: shown(figures.below),
  }
}

async function filmsById(
  ctx: Pick<Context, 'db'>,
  of: { memberId: string; reader: TitleReader },
  { first, last, longest, shortest, milestones, best, above, below }: StoredFigures,
): Promise<Map<number, StatsFilm>> {
  const facts = [first, last, longest, shortest, ...milestones, ...best, ...above, ...below]
  const ids = new Set(facts.flatMap((fact) => fact?.film ?? []))
  const rows = await selectStatsFilms(ctx.db, of, [...ids])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        ...titleView(row, of.reader),
        release_date: row.release_date,
        poster: posterUrl(row.poster_path),
        posterOverride: posterUrl(row.override_path),
      },
    ]),
  )
}

async function peopleById(ctx: Pick<Context, 'db'>, shares: readonly KeyedShare[]) {
  const ids = new Set(shares.map(({ key }) => Number(key)))
  const rows = await selectPeople(ctx.db, [...ids])
  return new Map(
    rows.map(({ id, name, profile_path }) => [id, { id, name, profile: pictureUrl(profile_path, 'w185') }]),
  )
}
