import { sql, type RawBuilder } from 'kysely'
import pLimit from 'p-limit'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import type { AssistantFilm } from '#shared/api/assistant.ts'
import type { Because } from '#server/adapters/language/language.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { ratedFilms } from '#server/domains/logs/diary.service.ts'
import { stepsToStars } from '#shared/rating.ts'
import { namedCard } from '../lookups/film-cards.ts'
import { directorsIn, leadingActorsIn, requestsAtOnce } from '#server/adapters/film-source/film-source.ts'
import { likedFrom } from '#server/domains/films/film-ratings.views.ts'

/** How many of the viewer's best rated films are looked at. */
const lovedFilms = 40
/** How many genres films must share for that to be a reason. */
const minGenres = 2
const genresNamed = 3
/** How many films of an answer the source is asked about; the others can only share genres. */
const filmsAsked = 8
/** How many films of a person are named, the best rated. */
const lovedNamed = 2
const ever = { from: null, to: null }

interface Credits {
  directors: ReadonlySet<number>
  actors: ReadonlySet<number>
  names: ReadonlyMap<number, string>
}

/** Films that the viewer gave 4 stars or more, the most first. */
async function lovedBy(ctx: Context, viewer: Viewer, condition: RawBuilder<unknown>, limit: number) {
  const rated = await ratedFilms(ctx, viewer, { order: 'best', period: ever, condition }, limit)
  return rated.filter(({ rating }) => (rating ?? 0) >= likedFrom)
}

/** Which of the films the viewer gave most, 4 stars at least; 2 at most. */
export async function lovedAmong(
  ctx: Context,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ film: AssistantFilm; stars: number }[]> {
  const loved = await lovedBy(ctx, viewer, sql`f.id = any(${ids}::integer[])`, lovedNamed)
  return loved.map((row) => ({ film: namedCard(row, viewer.titles), stars: stepsToStars(row.rating) ?? 0 }))
}

/**
 * What films have in common with those that the viewer gave 4 stars or more, by their numbers: a director, else an actor,
 * else two genres. The viewer's own logs are all that is read. Films without anything are left out.
 * @param askedFor whose films were asked for: that they are in it is no reason
 * @param asksSource whether the source is asked who made a film of which Scene does not know it
 */
export async function reasonsFor(
  ctx: Context,
  viewer: Viewer,
  films: readonly { id: number; genre_ids?: readonly number[] }[],
  { askedFor = null, asksSource = true }: { askedFor?: number | null; asksSource?: boolean } = {},
): Promise<Map<number, Because>> {
  if (films.length === 0) return new Map()
  const own = await lovedBy(ctx, viewer, sql`true`, lovedFilms)
  if (own.length === 0) return new Map()
  const credits = await creditsOf(ctx, films, own)
  if (asksSource) await addFromSource(ctx, films, credits)
  const genres = await genresOf(ctx, own)
  const reasons = new Map<number, Because>()
  for (const film of films) {
    const their = credits.get(film.id)
    let best: { score: number; because: Because } | null = null
    for (const row of own) {
      if (row.id === film.id) continue
      const shares = shared(
        [film.genre_ids ?? [], genres.get(row.id) ?? []],
        [their, credits.get(row.id)],
        askedFor,
      )
      if (!shares) continue
      const stars = stepsToStars(row.rating) ?? 0
      const score = weights[shares.is] + (shares.is === 'genres' ? shares.ids.length : 0) * 10 + stars
      if (best && best.score >= score) continue
      best = { score, because: { film: namedCard(row, viewer.titles), stars, shares } }
    }
    if (best) reasons.set(film.id, best.because)
  }
  return reasons
}

const weights = { director: 2000, cast: 1000, genres: 0 } as const

function shared(
  [genres, lovedGenres]: readonly [readonly number[], readonly number[]],
  [credits, loved]: readonly [Credits | undefined, Credits | undefined],
  askedFor: number | null,
): Because['shares'] | null {
  for (const [is, part] of [
    ['director', 'directors'],
    ['cast', 'actors'],
  ] as const) {
    const id =
      credits && loved && [...credits[part]].find((person) => person !== askedFor && loved[part].has(person))
    const name = id === undefined ? undefined : (credits?.names.get(id) ?? loved?.names.get(id))
    if (name !== undefined) return { is, name }
  }
  const both = genres.filter((genre) => lovedGenres.includes(genre))
  return both.length >= minGenres ? { is: 'genres', ids: both.slice(0, genresNamed) } : null
}

async function genresOf(ctx: Context, films: readonly { id: number }[]) {
  const rows = await ctx.db
    .selectFrom('films')
    .select(['id', 'genre_ids'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(films.map(({ id }) => id)))))
    .execute()
  return new Map(rows.map((row) => [row.id, row.genre_ids]))
}

/** Who made the films, as far as Scene knows it: of the member's own films a job asks, soon after they are logged. */
async function creditsOf(
  ctx: Context,
  films: readonly { id: number }[],
  own: readonly { id: number }[],
): Promise<Map<number, Credits>> {
  const ids = [...films, ...own].map(({ id }) => id)
  const { rows } = await sql<{
    id: number
    directors: number[]
    actors: number[]
    names: Record<string, string>
  }>`
    select c.film_id as id, c.directors, c.actors, coalesce((
      select jsonb_object_agg(p.id, p.name) from people p where p.id = any(c.directors || c.actors)
    ), '{}') as names
    from film_credits c where c.source = ${sourceName(ctx)} and c.film_id = any(${ids}::integer[])`.execute(
    ctx.db,
  )
  return new Map(
    rows.map(({ id, directors, actors, names }): [number, Credits] => [
      id,
      {
        directors: new Set(directors),
        actors: new Set(actors),
        names: new Map(Object.entries(names).map(([person, name]) => [Number(person), name])),
      },
    ]),
  )
}

/** Adds the people of films that Scene does not know yet, from the source, whose answers are cached. */
async function addFromSource(
  ctx: Context,
  films: readonly { id: number }[],
  known: Map<number, Credits>,
): Promise<void> {
  const asked = films.filter(({ id }) => !known.has(id)).slice(0, filmsAsked)
  await pLimit(requestsAtOnce).map(asked, async ({ id }) => {
    const film = await ctx.filmSource.film(id).catch((error: unknown) => {
      // Without its people a film may still share genres.
      if (isFailure(error, 'film.source_down')) return null
      throw error
    })
    if (!film) return
    const directors = directorsIn(film.crew)
    const actors = leadingActorsIn(film.cast)
    known.set(id, {
      directors: new Set(directors.map((person) => person.id)),
      actors: new Set(actors.map((person) => person.id)),
      names: new Map([...directors, ...actors].map((person) => [person.id, person.name])),
    })
  })
}
