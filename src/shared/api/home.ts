import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { numeric } from './fields.ts'
import { listTrending } from './films.ts'
import { getFeed, listFriendsReviews, listMemberLogs, listNewReviews, listPopularFilms } from './logs.ts'
import { listSuggestions } from './members.ts'
import { countUnread } from './notifications.ts'
import { listPlays } from './players.ts'

export const getHome = endpoint({
  method: 'GET',
  path: '/api/home',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary:
    'The sections of the home screen in one answer, each as its own call answers it, and of one’s logs by watched day those of the last seven days; what is null is not wanted here, or cannot be told now',
  query: z.object({
    /** How many reviews of followed members; 6 without. */
    reviews: z.optional(numeric(z.int().check(z.minimum(1), z.maximum(24)))),
  }),
  answer: z.object({
    feed: getFeed.answer,
    /** Null where the film source is down. */
    trending: z.nullable(listTrending.answer),
    /** `next` is the cursor of the page after. */
    reviews: z.object({ logs: listFriendsReviews.answer, next: z.nullable(z.string()) }),
    /** Null where followed members wrote enough. */
    newReviews: z.nullable(listNewReviews.answer),
    /** Null where the feed has enough. */
    popular: z.nullable(listPopularFilms.answer),
    /** Of one's newest 50 logs by watched day, those of the last seven days. */
    week: listMemberLogs.answer,
    /** Three to follow. */
    people: listSuggestions.answer,
    unread: countUnread.answer,
    /** What one's players told of that waits for its stars. */
    plays: listPlays.answer,
    /** In December and January the year that one may look back at, once it has films enough; else null. */
    year: z.nullable(z.int()),
  }),
  unchecked: true,
})
