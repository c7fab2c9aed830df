import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type { getStreaming as getApi, updateStreaming as updateApi } from '#shared/api/streaming.ts'
import { dayMs } from '#shared/durations.ts'
import { requestsAtOnce } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { fail, Failure } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import * as queries from './streaming.queries.ts'

/** How old offers may be while the source is down; they change slowly. */
const maxOffersDays = 7
/** How many films one evening may ask about. */
export const maxFilmsAsked = 60

/** The kinds of offers that cost nothing on top of the service. */
const included = ['flatrate', 'free', 'ads'] as const

type Choice = AnswerOf<typeof getApi>

/** Whether the film source knows where films are streamed; the built-in catalogue does not. */
export const knowsStreaming = ({ config }: Pick<Context, 'config'>): boolean => !config.filmSource.builtIn

function choiceView(ctx: Context, rows: readonly queries.ServiceRow[]): Choice {
  return {
    isKnown: knowsStreaming(ctx),
    region: rows[0]?.region ?? null,
    services: rows.map((row) => ({
      provider_id: row.provider_id,
      provider_name: row.name,
      logo_path: row.logo_path,
    })),
  }
}

export const getStreaming = async (ctx: Context, viewer: Viewer): Promise<Choice> =>
  choiceView(ctx, await queries.selectServices(ctx.db, viewer.id))

/** @throws streaming.unknown, film.source_down */
export async function updateStreaming(
  ctx: Context,
  viewer: Viewer,
  { region, services }: ParsedBody<typeof updateApi>,
): Promise<Choice> {
  const known = services.length > 0 ? await ctx.filmSource.providers(region) : []
  const rows = [...new Set(services)].map((id) => {
    const provider = known.find(({ provider_id: other }) => other === id)
    if (!provider) throw fail('streaming.unknown')
    return { provider_id: id, region, name: provider.provider_name, logo_path: provider.logo_path }
  })
  return ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    await queries.replaceServices(tx.db, viewer.id, rows)
    return choiceView(ctx, await queries.selectServices(tx.db, viewer.id))
  })
}

/** Regions in which these members have services; none where the film source knows no services. */
export const regionsOf = async (ctx: Context, memberIds: readonly string[]): Promise<string[]> =>
  knowsStreaming(ctx) ? queries.selectRegions(ctx.db, memberIds) : []

/**
 * Asks where films are streamed: the first `maxFilmsAsked` of them that nobody asked about within a day. Ends when
 * all is known, or after `maxWaitMs`; later answers are stored for the next time.
 */
export async function askOffers(
  ctx: Context,
  filmIds: readonly number[],
  regions: readonly string[],
  maxWaitMs: number,
): Promise<void> {
  if (regions.length === 0) return
  const since = new Date(ctx.now().getTime() - dayMs)
  const unknown = await queries.selectUnknown(ctx.db, filmIds.slice(0, maxFilmsAsked), regions, since)
  const asked = pLimit(requestsAtOnce).map(unknown, (filmId) => askFilm(ctx, filmId, regions))
  await Promise.race([asked, sleep(maxWaitMs, undefined, { ref: false })])
}

async function askFilm(ctx: Context, filmId: number, regions: readonly string[]): Promise<void> {
  try {
    // The cached film may be months old: good enough for its page, but not for where it is streamed today.
    const film = await ctx.filmSource.freshFilm(filmId)
    const rows = regions.map((region) => {
      const offers = film && Object.hasOwn(film.providers, region) ? film.providers[region] : undefined
      const ids = included.flatMap((way) => offers?.[way].map(({ provider_id }) => provider_id) ?? [])
      return { film_id: filmId, region, provider_ids: [...new Set(ids)], fetched_at: ctx.now() }
    })
    await queries.upsertOffers(ctx.db, rows)
  } catch (error) {
    // A source that is down is asked again at the next evening.
    if (!(error instanceof Failure)) ctx.logger.warn({ err: error }, 'offers of a film could not be noted')
  }
}

export const pruneOffers = (ctx: Context): Promise<void> =>
  queries.deleteOffersBefore(ctx.db, new Date(ctx.now().getTime() - maxOffersDays * dayMs))
