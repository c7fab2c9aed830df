import { sql } from 'kysely'
import type { Log } from '#shared/api/logs.ts'
import { realReview } from '#shared/review-text.ts'
import { spoilerParts } from '#shared/spoilers.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { listFriendsLogs, listMemberFilmLogs } from '#server/domains/logs/logs.service.ts'
import type { Filters, FriendsLoved, FriendsOpinion, Period } from '#server/adapters/language/language.ts'
import { filmsListed, namedCard } from './film-cards.ts'
import { friendsAverage, lovedByFriends } from '#server/domains/logs/friends-ratings.service.ts'
import { followingCount } from '#server/domains/members/members.service.ts'
import { conditionOf } from './own.service.ts'
import { isNotRefused } from '../taste/refusals.service.ts'

const friendsNamed = 12
/** How many logs of one member an answer names. */
const logsNamed = 3
const maxReviewLength = 200

/**
 * Films that followed members rated 4 stars or more, loved by most first; 12 at most.
 * @throws film.source_down only with people among the filters
 */
export async function friendsLoved(
  ctx: Context,
  viewer: Viewer,
  { period, filters }: { period: Period; filters: Filters },
): Promise<FriendsLoved> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const [rows, following] = await Promise.all([
    lovedByFriends(
      ctx,
      viewer,
      { period, condition: sql`${condition} and ${isNotRefused(viewer)}` },
      filmsListed,
    ),
    followingCount(ctx, viewer),
  ])
  return {
    films: rows.map((row) => ({
      ...namedCard(row, viewer.titles),
      average: Math.round(row.average * 10) / 10,
      friends: row.friends,
      ratings: row.ratings,
      seen: row.seen,
    })),
    following,
    unknownPeople,
  }
}

/** What followed members say of a film. */
export async function friendsOf(
  ctx: Context,
  viewer: Viewer,
  { filmId }: { filmId: number },
): Promise<FriendsOpinion> {
  const [{ items }, { friends, average }, following] = await Promise.all([
    listFriendsLogs(ctx, viewer, filmId, { limit: friendsNamed }),
    friendsAverage(ctx, viewer, filmId),
    followingCount(ctx, viewer),
  ])
  return {
    friends,
    average: average === null ? null : Math.round(average * 10) / 10,
    logs: items.map(opinionIn),
    following,
  }
}

/** The newest logs of a film by one member, as far as the viewer may see them. @throws member.not_found */
export async function memberLogsOf(
  ctx: Context,
  viewer: Viewer,
  { memberId, filmId }: { memberId: string; filmId: number },
): Promise<FriendsOpinion['logs']> {
  const of = { memberId, filmId }
  const { items } = await listMemberFilmLogs(ctx, viewer, of, { limit: logsNamed })
  return items.map(opinionIn)
}

const opinionIn = (log: Log): FriendsOpinion['logs'][number] => ({
  username: log.user.username,
  rating: log.rating,
  day: log.watchedAt ?? log.createdAt.slice(0, 10),
  review: log.spoilers ? '' : withoutSpoilers(log.review).slice(0, maxReviewLength),
})

function withoutSpoilers(review: string): string {
  return spoilerParts(realReview(review))
    .map((part) => (part.spoiler ? '…' : part.text))
    .join('')
}
