import { randomBytes } from 'node:crypto'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/statistics.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import { figuresView, type FiguresReader } from './figures.views.ts'
import * as queries from './statistics.queries.ts'
import { endingYear, keptFigures } from './statistics.service.ts'

/** The year that the viewer may look back at now, if they watched films enough in it; else null. */
export async function readEndingYear(
  ctx: Pick<Context, 'shortReads' | 'now'>,
  viewer: Viewer,
): Promise<number | null> {
  const year = endingYear(ctx.now())
  if (year === null) return null
  return (await queries.selectHasYear(ctx.shortReads, viewer.id, year, api.yearFilms)) ? year : null
}

/** One's own year in review; nobody else sees it without its key. */
export async function getYearReview(
  ctx: Context,
  viewer: Viewer,
  year: number,
): Promise<AnswerOf<typeof api.getYearReview>> {
  return {
    ...(await reviewOf(ctx, viewer, { memberId: viewer.id, audience: 'me' }, year, { isOwn: true })),
    key: await queries.selectYearKey(ctx.db, viewer.id, year),
  }
}

/** The year in review of a link; no account is needed. */
export async function getSharedYear(
  ctx: Context,
  reader: FiguresReader,
  key: string,
): Promise<AnswerOf<typeof api.getSharedYear>> {
  const shared = await queries.selectSharedYear(ctx.db, key)
  if (!shared) throw fail('year.not_found')
  // The link shows what all members may see.
  const hidesSome = await queries.selectNarrowness(ctx.db, shared.memberId)
  const audience = hidesSome ? 'members' : 'me'
  return reviewOf(ctx, reader, { memberId: shared.memberId, audience }, shared.year, { isOwn: false })
}

async function reviewOf(
  ctx: Context,
  reader: FiguresReader,
  of: queries.FiguresOf,
  year: number,
  whose: { isOwn: boolean },
) {
  const { memberId } = of
  const member = (await memberRefs(ctx, [memberId])).get(memberId)
  if (!member) throw fail('member.not_found')
  const { kept, isCounting } = await keptFigures(ctx, of, year, whose)
  const figures = kept.get(year)?.figures
  return {
    member,
    year,
    isCounting,
    figures: figures ? await figuresView(ctx, reader, { memberId, year, figures }) : null,
  }
}

/** The key that shows one's year, made when there is none. */
export async function shareYear(ctx: Pick<Context, 'db'>, viewer: Viewer, year: number) {
  return { key: await queries.upsertYearKey(ctx.db, viewer.id, year, randomBytes(18).toString('base64url')) }
}

export const revokeYear = (ctx: Pick<Context, 'db'>, viewer: Viewer, year: number): Promise<void> =>
  queries.deleteYearKey(ctx.db, viewer.id, year)
