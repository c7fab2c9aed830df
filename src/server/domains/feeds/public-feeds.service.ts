import type { ListDetail } from '#shared/api/lists.ts'
import { ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { etagOf } from '#server/core/http/etag.ts'
import { guestViewer } from '#server/core/http.ts'
import { getList, listMemberLists } from '#server/domains/lists/lists.service.ts'
import { listMemberLogs } from '#server/domains/logs/logs.service.ts'
import { writeJsonFeed, writeListJsonFeed, writeListRss, writeRss } from './diary-feed.ts'
import type { FeedAnswer } from './feeds.service.ts'
import { isOpenToGuests } from '#server/domains/members/members.service.ts'
import { selectPublicMember } from './feeds.queries.ts'

const shownItems = 50
/** How many lists are shown, as the films of each have to be read. */
const shownLists = 10
const filmsOfList = 20

export type PublicFormat = 'rss' | 'json'

const types: Record<PublicFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

const answerOf = (format: PublicFormat, body: string, moments: string[]): FeedAnswer => ({
  type: types[format],
  body,
  etag: etagOf(body),
  changedAt: new Date(Math.max(0, ...moments.map((moment) => Date.parse(moment)))),
})

/**
 * The newest logs and lists of a member that are public on the web.
 * @throws request.not_found where the profile is not public, as where there is none
 */
export async function readMemberFeed(
  ctx: Context,
  username: string,
  format: PublicFormat,
  path: string,
): Promise<FeedAnswer> {
  const member = await selectPublicMember(ctx.db, username)
  if (!member) throw fail('request.not_found')
  const reader = guestViewer({ language: member.locale, choice: member.film_titles })
  const [{ items: logs }, lists] = await Promise.all([
    listMemberLogs(ctx, reader, member.id, { limit: shownItems, entries: true }),
    listMemberLists(ctx, reader, member.id, { limit: shownLists }),
  ])
  const withFilms = await Promise.all(
    lists.items.map(async ({ _id }) => (await getList(ctx, reader, _id, { limit: filmsOfList })).list),
  )
  const origin = ownUrl(ctx.config)
  const of = { username: member.username, name: member.name ?? member.username, origin, self: origin + path }
  const body = format === 'rss' ? writeRss(of, logs, withFilms) : writeJsonFeed(of, logs, withFilms)
  return answerOf(
    format,
    body,
    [...logs, ...withFilms].map(({ createdAt }) => createdAt),
  )
}

/**
 * The films of a list that guests may open.
 * @throws list.not_found
 */
export async function readListFeed(
  ctx: Context,
  listId: string,
  format: PublicFormat,
  path: string,
): Promise<FeedAnswer> {
  const reader = guestViewer({ language: 'en', choice: 'my-language' })
  const { list }: { list: ListDetail } = await getList(ctx, reader, listId, { limit: shownItems })
  if (!(await isOpenToGuests(ctx.db, list.user._id))) throw fail('list.not_found')
  const origin = ownUrl(ctx.config)
  const of = { username: list.user.username, name: list.user.username, origin, self: origin + path }
  const body = format === 'rss' ? writeListRss(of, list) : writeListJsonFeed(of, list)
  return answerOf(format, body, [list.updatedAt])
}
