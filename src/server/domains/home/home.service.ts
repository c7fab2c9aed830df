import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { getHome } from '#shared/api/home.ts'
import { weekMs } from '#shared/durations.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { listTrending } from '#server/domains/films/trending.service.ts'
import { listFriendsReviews, listNewReviews, listPopularFilms } from '#server/domains/logs/home.service.ts'
import { getFeed, listMemberLogs } from '#server/domains/logs/logs.service.ts'
import { listRecentSuggestions } from '#server/domains/members/suggestions.service.ts'
import { listPlays } from '#server/domains/players/players.service.ts'
import { countUnread } from '#server/domains/notifications/notifications.service.ts'
import { readEndingYear } from '#server/domains/statistics/years.service.ts'

type Home = AnswerOf<typeof getHome>

/** More than anybody watches in a week. */
const weekCount = 50
const peopleShown = 3

/**
 * With fewer tiles in the feed, or fewer reviews of friends, the home screen is filled with what other members do.
 */
const fewTiles = 6
const fewReviews = 3

/** Everything that the home screen needs when it opens. */
export async function readHome(
  ctx: Context,
  viewer: Viewer,
  { reviews: limit }: { reviews?: number | undefined },
): Promise<Home> {
  // Where the viewer's calendar is a day behind, their week may have begun as early.
  const weekAgo = utcDay(new Date(ctx.now().getTime() - weekMs))
  const feed = getFeed(ctx, viewer, {}).then(({ items }) => items)
  const reviews = listFriendsReviews(ctx, viewer, { limit }).then(({ items: logs, next }) => ({ logs, next }))
  const [tiles, written, trending, popular, newReviews, week, people, unread, plays, year] =
    await Promise.all([
      feed,
      reviews,
      // All other parts come from Scene itself, so the home screen works without the source.
      listTrending(ctx, viewer).catch((error: unknown) => {
        ctx.logger.warn({ err: error }, 'home without trending films')
        return null
      }),
      feed.then(({ length }) => (length < fewTiles ? listPopularFilms(ctx, viewer) : null)),
      reviews.then(({ logs }) => (logs.length < fewReviews ? listNewReviews(ctx, viewer) : null)),
      listMemberLogs(ctx, viewer, viewer.id, { sort: 'watched', limit: weekCount, from: weekAgo }),
      listRecentSuggestions(ctx, viewer, peopleShown),
      countUnread(ctx, viewer),
      listPlays(ctx, viewer),
      readEndingYear(ctx, viewer),
    ])
  return {
    feed: tiles,
    trending,
    reviews: written,
    popular,
    newReviews,
    week: week.items,
    people,
    unread,
    plays,
    year,
  }
}
