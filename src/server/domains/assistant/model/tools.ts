import * as z from 'zod'
import type { AssistantAnswer, AssistantFilm } from '#shared/api/assistant.ts'
import type { ModelTool } from '#server/adapters/assistant-model/assistant-model.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { discoverFilms, trendingNow } from '../lookups/discover.service.ts'
import { cardOf } from '../lookups/film-cards.ts'
import { compareFilms, filmById, filmFacts, similarFilms } from '../lookups/films.service.ts'
import { findFilm } from '../lookups/find-film.service.ts'
import type { FilmFacts } from '#server/adapters/language/language.ts'
import { friendsLoved, friendsOf } from '../lookups/friends.service.ts'
import { listOffer, watchlistOffer } from '../lookups/offers.service.ts'
import { myBest, myLast, myLogsOf, myStats, myWatchlist } from '../lookups/own.service.ts'
import { personFilms } from '../lookups/people.service.ts'
import { listRefused } from '../taste/refusals.service.ts'
import { filmsByTaste } from '../taste/taste.service.ts'
import { filmsIn } from './named-films.ts'
import { days, filmId, filters, name, present, toFilters, toPeriod, written, year } from './tool-inputs.ts'

const maxItems = 15
const maxTextLength = 700

/** Something that a model proposes and that happens only when the member presses a button. */
type Proposal = Pick<AssistantAnswer, 'offer' | 'refusal'>

/** Makes a tool of a look-up. */
type LookUp = <Fields extends z.ZodRawShape>(
  description: string,
  fields: Fields,
  run: (input: z.output<z.ZodObject<Fields>>) => Promise<unknown>,
) => ModelTool

type Tools = Record<string, ModelTool>

interface ToolContext {
  ctx: Context
  viewer: Viewer
  lookUp: LookUp
}

/**
 * SceneBot's look-ups as the viewer's own: they only read, and no input names a member, so that whatever the model
 * was talked into it sees what the viewer may see. `films` collects those that results hold. What would change something
 * is only proposed; the last one counts.
 */
export function createTools(ctx: Context, viewer: Viewer) {
  const films: AssistantFilm[] = []
  let proposal: Proposal = {}
  const propose = (next: Proposal) => {
    proposal = next
    return { proposed: true } as const
  }
  const lookUp: LookUp = (description, fields, run) => {
    const input = written(fields)
    return {
      description,
      input,
      async run(given) {
        try {
          const result = await run(input.parse(given))
          films.push(...filmsIn(result))
          return result === null ? { found: false } : bounded(result)
        } catch (error) {
          if (error instanceof Failure) return { error: error.message }
          throw error
        }
      },
    }
  }
  const asked = { ctx, viewer, lookUp }
  const tools = {
    ...filmTools(asked),
    ...ownTools(asked),
    ...othersTools(asked),
    ...proposalTools(asked, propose),
  }
  return { tools, films, proposal: () => proposal }
}

/** Of films and the people who made them. */
function filmTools({ ctx, viewer, lookUp }: ToolContext): Tools {
  return {
    find_film: lookUp(
      'The film that a title means; most other tools want its id',
      { title: name, year: year.optional() },
      ({ title, year: of }) => findFilm(ctx, viewer, { title, ...present({ year: of }) }),
    ),
    film_facts: lookUp(
      'Facts of a film, and what the member did with it',
      {
        id: filmId,
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .optional()
          .describe('also where it streams there (ISO 3166-1 alpha-2)'),
      },
      async ({ id, country }) => factsIn(await filmFacts(ctx, viewer, { id }), country ?? null),
    ),
    compare_films: lookUp('Facts of two films', { a: filmId, b: filmId }, async (two) =>
      (await compareFilms(ctx, viewer, two)).films.map((facts) => factsIn(facts, null)),
    ),
    similar_films: lookUp('Films like one', { id: filmId, filters }, ({ id, filters: given }) =>
      similarFilms(ctx, viewer, { id, filters: toFilters(given) }),
    ),
    person_films: lookUp(
      'Films of an actor or a director',
      { name, role: z.enum(['actor', 'director']).optional(), filters },
      ({ name: of, role, filters: given }) =>
        personFilms(ctx, viewer, { name: of, role: role ?? null, filters: toFilters(given) }),
    ),
    discover_films: lookUp(
      'Films by what they are; popular is a recommendation',
      { filters, order: z.enum(['popular', 'best', 'newest', 'oldest']) },
      ({ filters: given, order }) => discoverFilms(ctx, viewer, { filters: toFilters(given), order }),
    ),
    trending: lookUp('This week’s trending films', {}, () => trendingNow(ctx, viewer)),
  }
}

/** Of the member's own diary and watchlist. */
function ownTools({ ctx, viewer, lookUp }: ToolContext): Tools {
  return {
    my_watchlist: lookUp('What to watch from the member’s watchlist', { filters }, ({ filters: given }) =>
      myWatchlist(ctx, viewer, { filters: toFilters(given) }),
    ),
    my_best: lookUp(
      'The member’s own ratings',
      { order: z.enum(['best', 'worst']), ...days, filters },
      ({ order, filters: given, ...period }) =>
        myBest(ctx, viewer, { order, period: toPeriod(period), filters: toFilters(given) }),
    ),
    my_last: lookUp('The member’s last logs', { ...days, filters }, ({ filters: given, ...period }) =>
      myLast(ctx, viewer, { period: toPeriod(period), filters: toFilters(given) }),
    ),
    my_stats: lookUp('Counts of the member’s diary', days, (period) =>
      myStats(ctx, viewer, { period: toPeriod(period) }),
    ),
    my_logs_of: lookUp('When and how the member logged a film', { filmId }, ({ filmId: of }) =>
      myLogsOf(ctx, viewer, { filmId: of }),
    ),
  }
}

/** Of what other members say and like, as far as the member sees it. */
function othersTools({ ctx, viewer, lookUp }: ToolContext): Tools {
  return {
    friends_loved: lookUp(
      'Films that members whom the member follows rated well',
      { ...days, filters },
      ({ filters: given, ...period }) =>
        friendsLoved(ctx, viewer, { period: toPeriod(period), filters: toFilters(given) }),
    ),
    friends_of: lookUp('What members whom the member follows say of a film', { filmId }, ({ filmId: of }) =>
      friendsOf(ctx, viewer, { filmId: of }),
    ),
    liked_by_taste: lookUp(
      'Films that members with taste like the member’s liked; who they are is told nobody',
      { filters },
      ({ filters: given }) => filmsByTaste(ctx, viewer, toFilters(given)),
    ),
  }
}

/** Of what only a press of the member's does, and what was refused before. */
function proposalTools(
  { ctx, viewer, lookUp }: ToolContext,
  propose: (next: Proposal) => { proposed: true },
): Tools {
  return {
    my_refused: lookUp('Films that the member wants recommended no more', {}, () => listRefused(ctx, viewer)),
    offer_watchlist: lookUp(
      'Offer to put a film on the member’s watchlist: a button below the reply does it',
      { filmId },
      async ({ filmId: of }) => {
        const film = await filmById(ctx, viewer, of)
        const offer = await watchlistOffer(ctx, viewer, film)
        return { film, ...(offer ? propose({ offer }) : { isThere: true }) }
      },
    ),
    offer_list: lookUp(
      'Offer to put a film on a list of the member’s own, by its title: a button below the reply does it',
      { filmId, list: name },
      async ({ filmId: of, list }) => {
        const film = await filmById(ctx, viewer, of)
        const found = await listOffer(ctx, viewer, film, list)
        if ('lists' in found) return { film, found: false, lists: found.lists }
        return { film, ...(found.offer ? propose({ offer: found.offer }) : { isThere: true }) }
      },
    ),
    offer_refusal: lookUp(
      'Offer to recommend a film to the member no more: a button below the reply does it',
      { filmId },
      async ({ filmId: of }) => {
        const film = cardOf(await filmById(ctx, viewer, of))
        return { film, ...propose({ refusal: { film, refused: true } }) }
      },
    ),
    offer_again: lookUp(
      'Offer to recommend a film again that the member refused, without a film all of them: a button below the reply does it',
      { filmId: filmId.optional() },
      async ({ filmId: of }) => {
        const refused = await listRefused(ctx, viewer)
        const film = refused.find(({ id }) => id === of) ?? null
        if (refused.length === 0 || (of !== undefined && !film)) return { isRefused: false }
        return { film, ...propose({ refusal: { film, refused: false } }) }
      },
    ),
  }
}

/** Keeps only one country of where a film streams, as dozens are known. */
function factsIn({ providers, ...facts }: FilmFacts, country: string | null) {
  return country === null ? facts : { ...facts, streamsIn: { [country]: providers[country] ?? [] } }
}

/** No more than a model needs to read. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxTextLength)
  if (Array.isArray(value)) return value.slice(0, maxItems).map(bounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'poster' && key !== 'titleLang')
      .map(([key, inner]) => [key, bounded(inner)]),
  )
}
