import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/audiences.ts'
import type { Audience, AudienceKind } from '#shared/audience.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import * as lists from '#server/domains/lists/lists.service.ts'
import * as logs from '#server/domains/logs/logs.service.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import * as shelves from '#server/domains/shelves/shelves.service.ts'
import * as queries from './audiences.queries.ts'

export async function getAudiences(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
): Promise<AnswerOf<typeof api.getAudiences>> {
  const choices = await queries.selectChoices(ctx.db, viewer.id)
  if (!choices) throw fail('auth.required')
  return choices
}

type Change = (tx: Tx, memberId: string, audience: Audience) => Promise<void>

/** New items read their audience while they lock the member's row, so they come before this change or after it. */
const held =
  (change: Change): Change =>
  async (tx, memberId, audience) => {
    await lockMember(tx.db, memberId)
    await change(tx, memberId, audience)
  }

/** Changes all existing items of a kind; the other kinds have only one. */
const changes: Partial<Record<AudienceKind, Change>> = {
  logs: (tx, memberId, audience) => logs.updateAudiences(tx, memberId, { reviews: false, audience }),
  reviews: (tx, memberId, audience) => logs.updateAudiences(tx, memberId, { reviews: true, audience }),
  lists: held(lists.updateAudiences),
  watchlist: held((tx, memberId, audience) =>
    shelves.updateAudiences(tx, memberId, 'watchlist_items', audience),
  ),
  favourites: held((tx, memberId, audience) => shelves.updateAudiences(tx, memberId, 'favourites', audience)),
}

/**
 * Changes the audience of new items and, on request, of all existing ones; those and their counts change together.
 */
export async function updateAudience(
  ctx: Context,
  viewer: Viewer,
  { kind, audience, existing = false }: ParsedBody<typeof api.updateAudience>,
): Promise<AnswerOf<typeof api.updateAudience>> {
  await ctx.transact(async (tx) => {
    if (existing) await changes[kind]?.(tx, viewer.id, audience)
    await queries.updateAudience(tx.db, viewer.id, kind, audience)
  })
  return getAudiences(ctx, viewer)
}
