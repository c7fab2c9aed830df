import { listFriendsLogs } from '#shared/api/logs.ts'
import { callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

/** The newest log of a film by each followed member, newest first. */
export const filmFriendsQuery = (filmId: number) =>
  pagedQuery({
    queryKey: ['logs', 'movie', filmId, 'friends'],
    limit: 24,
    load: (page, signal) => callPage(listFriendsLogs, { params: { movieId: filmId }, query: page, signal }),
  })
