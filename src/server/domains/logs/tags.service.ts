import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/tags.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { selectTaggedMarks } from './film-stats.queries.ts'
import { lockDiaryToChange, noteStandings } from './film-stats.service.ts'
import * as queries from './tags.queries.ts'

const tagsSize = 500
const besideSize = 30

/** The tags that a member gave, with how many logs and lists have them. */
export async function listMemberTags(ctx: Context, viewer: Viewer, userId: string) {
  await requireMember(ctx, viewer, userId)
  return queries.selectMemberTags(ctx.db, { memberId: userId, viewerId: viewer.id }, tagsSize)
}

export async function getMemberTag(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  tag: string,
): Promise<AnswerOf<typeof api.getMemberTag>> {
  await requireMember(ctx, viewer, userId)
  const of = { memberId: userId, viewerId: viewer.id }
  const [own, ...beside] = await queries.selectTagsBeside(ctx.db, of, tag, besideSize + 1)
  return own ? { ...own, beside } : { tag, logs: 0, lists: 0, beside: [] }
}

/** Renames a tag of all the viewer's logs and lists, joins it with another one, or removes it. */
export function changeMemberTag(
  ctx: Context,
  viewer: Viewer,
  { tag, to }: ParsedBody<typeof api.changeMemberTag>,
): Promise<{ logs: number; lists: number }> {
  return ctx.transact(async (tx) => {
    await lockDiaryToChange(tx, viewer.id)
    const change = { tag, to, now: ctx.now() }
    if (to === null) noteStandings(tx, viewer.id, await selectTaggedMarks(tx.db, viewer.id, tag))
    const logs = await queries.replaceTag(tx.db, 'logs', viewer.id, change)
    const lists = await queries.replaceTag(tx.db, 'lists', viewer.id, change)
    return { logs, lists }
  })
}
