import * as diaryApi from '#shared/api/diary.ts'
import * as api from '#shared/api/logs.ts'
import * as tagsApi from '#shared/api/tags.ts'
import * as seenApi from '#shared/api/seen.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import { getMemberRatings } from './film-stats.service.ts'
import * as home from './home.service.ts'
import * as logs from './logs.service.ts'
import * as diary from './member-diary.service.ts'
import { changeMemberTag, getMemberTag, listMemberTags } from './tags.service.ts'
import { getFilmMarks, listMemberFilms } from './member-films.service.ts'
import * as seen from './seen.service.ts'

export function logsRoutes(mount: Mount, ctx: Context) {
  mount(api.createLog, ({ body, files }, call) =>
    logs.createLog(ctx, call.viewer, { body, image: files['image'], idempotencyKey: call.idempotencyKey }),
  )
  mount(api.updateLog, ({ params, body, files }, call) =>
    logs.updateLog(ctx, call.viewer, params.logId, body, files['image']),
  )
  mount(api.updateLogBackdrop, ({ params, body }, call) =>
    logs.updateBackdrop(ctx, call.viewer, params.logId, body.backdrop),
  )
  mount(api.deleteLog, async ({ params }, call) => {
    await logs.deleteLog(ctx, call.viewer, params.logId)
    return done
  })
  mount(api.getLog, ({ params, query }, call) => logs.getLog(ctx, call.viewer, params.logId, query.replies))
  mount(api.toggleLogLike, ({ params }, call) => logs.toggleLike(ctx, call.viewer, params.logId))

  mount(api.getFeed, ({ query }, call) => paged(call, logs.getFeed(ctx, call.viewer, query)))
  mount(api.listFriendsReviews, ({ query }, call) =>
    paged(call, home.listFriendsReviews(ctx, call.viewer, query)),
  )
  mount(api.listNewReviews, (_, call) => home.listNewReviews(ctx, call.viewer))
  mount(api.listPopularFilms, (_, { viewer }) => home.listPopularFilms(ctx, viewer))
  mount(api.listDayLogs, ({ query }, call) =>
    paged(call, logs.listPeriodLogs(ctx, call.viewer, 'day', query)),
  )
  mount(api.listWeekLogs, ({ query }, call) =>
    paged(call, logs.listPeriodLogs(ctx, call.viewer, 'week', query)),
  )
  mount(api.listMonthLogs, ({ query }, call) =>
    paged(call, logs.listPeriodLogs(ctx, call.viewer, 'month', query)),
  )
  mount(api.listMemberLogs, ({ params, query }, call) =>
    paged(call, logs.listMemberLogs(ctx, call.viewer, params.userId, query)),
  )
  mount(api.listMemberFilms, ({ params, query }, call) =>
    paged(call, listMemberFilms(ctx, call.viewer, params.userId, query)),
  )
  mount(seenApi.markSeen, ({ params, body }, call) =>
    seen.markSeen(ctx, call.viewer, params.movieId, body.rating),
  )
  mount(seenApi.unmarkSeen, async ({ params }, call) => {
    await seen.unmarkSeen(ctx, call.viewer, params.movieId)
    return done
  })
  mount(seenApi.getSeen, ({ params }, call) => seen.getSeen(ctx, call.viewer, params.movieId))
  mount(seenApi.getFilmMarks, (_, call) => getFilmMarks(ctx, call.viewer))
  mount(diaryApi.getDiary, ({ params, query }, call) =>
    diary.getDiary(ctx, call.viewer, params.userId, query.today),
  )
  mount(diaryApi.listDiary, ({ params, query }, call) =>
    paged(call, diary.listDiary(ctx, call.viewer, params.userId, params.period, query)),
  )
  mount(diaryApi.getDiaryCalendar, ({ params }, call) =>
    diary.getDiaryCalendar(ctx, call.viewer, params.userId, params.month),
  )
  mount(api.getMemberRatings, ({ params }, { viewer }) => getMemberRatings(ctx, viewer, params.userId))
  mount(tagsApi.listMemberTags, ({ params }, call) => listMemberTags(ctx, call.viewer, params.userId))
  mount(tagsApi.getMemberTag, ({ params, query }, call) =>
    getMemberTag(ctx, call.viewer, params.userId, query.tag),
  )
  mount(tagsApi.changeMemberTag, ({ body }, call) => changeMemberTag(ctx, call.viewer, body))
  mount(api.listMemberFilmLogs, ({ params, query }, call) => {
    const of = { memberId: params.userId, filmId: params.movieId }
    return paged(call, logs.listMemberFilmLogs(ctx, call.viewer, of, query))
  })
  mount(api.listPopularReviews, ({ params, query }, call) =>
    paged(call, logs.listPopularReviews(ctx, call.viewer, params.movieId, query)),
  )
  mount(api.listFriendsLogs, ({ params, query }, call) =>
    paged(call, logs.listFriendsLogs(ctx, call.viewer, params.movieId, query)),
  )
}
