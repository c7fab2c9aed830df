import pLimit from 'p-limit'
import * as feeds from '#shared/api/letterboxd-feeds.ts'
import * as endpoints from '#shared/api/transfer.ts'
import type { Context } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import {
  acceptRows,
  countImportDoubts,
  downloadRows,
  getImport,
  listRows,
  matchRow,
  retryImport,
} from './rows/rows.service.ts'
import { followFeed, getFeed, readFeedNow, unfollowFeed } from './following/feeds.service.ts'
import { cancelImport, listImports, startImport } from './imports.service.ts'
import { previewRemoval, removeImport } from './removal/removal.service.ts'

/** Reading holds a database connection and a file of many megabytes. */
const maxReadAtOnce = 2

export function transferRoutes(mount: Mount, ctx: Context) {
  const few = pLimit(maxReadAtOnce)
  mount(endpoints.importLetterboxdLogs, ({ files }, { viewer }) =>
    few(() => startImport(ctx, viewer, { call: 'letterboxd-logs', file: files['file'], privateLists: true })),
  )
  mount(endpoints.importLetterboxdWatchlist, ({ files }, { viewer }) =>
    few(() =>
      startImport(ctx, viewer, { call: 'letterboxd-watchlist', file: files['file'], privateLists: true }),
    ),
  )
  mount(endpoints.importFiles, ({ files, body }, { viewer }) =>
    few(() =>
      startImport(ctx, viewer, {
        call: 'anything',
        file: files['file'],
        privateLists: body.privateLists ?? true,
        imdbList: body.imdbList,
      }),
    ),
  )
  mount(feeds.getLetterboxdFeed, (_, { viewer }) => getFeed(ctx, viewer))
  mount(feeds.followLetterboxdFeed, ({ body }, { viewer }) => followFeed(ctx, viewer, body))
  mount(feeds.readLetterboxdFeed, (_, { viewer }) => readFeedNow(ctx, viewer))
  mount(feeds.unfollowLetterboxdFeed, (_, { viewer }) => unfollowFeed(ctx, viewer))
  mount(endpoints.listImports, ({ query }, call) => paged(call, listImports(ctx, call.viewer, query)))
  mount(endpoints.getImport, ({ params }, { viewer }) => getImport(ctx, viewer, params.importId))
  mount(endpoints.listImportRows, ({ params, query }, call) =>
    paged(call, listRows(ctx, call.viewer, params.importId, query)),
  )
  mount(endpoints.downloadImportRows, ({ params }, { viewer }) => downloadRows(ctx, viewer, params.importId))
  mount(endpoints.matchImportRow, ({ params, body }, { viewer }) =>
    matchRow(ctx, viewer, { ...params, movieId: body.movieId ?? null }),
  )
  mount(endpoints.acceptImportRows, ({ params, query }, { viewer }) =>
    acceptRows(ctx, viewer, params.importId, query.what ?? 'films'),
  )
  mount(endpoints.countImportDoubts, ({ params }, { viewer }) =>
    countImportDoubts(ctx, viewer, params.importId),
  )
  mount(endpoints.retryImport, ({ params }, { viewer }) => retryImport(ctx, viewer, params.importId))
  mount(endpoints.previewImportRemoval, ({ params }, { viewer }) =>
    previewRemoval(ctx, viewer, params.importId),
  )
  mount(endpoints.cancelImport, ({ params }, { viewer }) => cancelImport(ctx, viewer, params.importId))
  mount(endpoints.removeImport, ({ params }, { viewer }) => removeImport(ctx, viewer, params.importId))
  mount(endpoints.downloadExport, async (_input, { viewer }) => {
    const { downloadExport } = await import('./export/export.service.ts')
    return downloadExport(ctx, viewer)
  })
}
