import { mutationOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  followLetterboxdFeed,
  getLetterboxdFeed,
  readLetterboxdFeed,
  unfollowLetterboxdFeed,
  type LetterboxdFeed,
} from '#shared/api/letterboxd-feeds.ts'
import {
  acceptImportRows,
  cancelImport,
  countImportDoubts,
  downloadExport,
  downloadImportRows,
  getImport,
  importFiles,
  importLetterboxdLogs,
  importLetterboxdWatchlist,
  listImportRows,
  listImports,
  matchImportRow,
  previewImportRemoval,
  removeImport,
  retryImport,
  type Acceptable,
  type ImdbListKind,
  type Import,
  type ImportRow,
} from '#shared/api/transfer.ts'
import { ApiError, call, callPage, type Page } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/files.ts'
import { patchEntity, removeEntity } from '#web/lib/entity-cache.ts'
import { localDay } from '#web/lib/format.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

const importsKey = ['imports'] as const
const listKey = [...importsKey, 'list'] as const
const rowsKey = (importId: string) => [...importsKey, 'rows', importId] as const
const pagesKey = (importId: string) => [...rowsKey(importId), 'pages'] as const

/** How many at once. */
const importWindow = 20
const rowWindow = 50

export const importsQuery = () =>
  pagedQuery({
    queryKey: listKey,
    limit: importWindow,
    load: (page, signal) => callPage(listImports, { query: page, signal }),
  })

export const importRowsQuery = (importId: string) =>
  pagedQuery({
    queryKey: pagesKey(importId),
    limit: rowWindow,
    load: (page, signal) => callPage(listImportRows, { params: { importId }, query: page, signal }),
  })

/** One import; what it answers shows wherever the import is shown. */
export const importQuery = (queryClient: QueryClient, importId: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', importId],
    queryFn: async ({ signal }) => {
      try {
        const progress = await call(getImport, { params: { importId }, signal })
        applyProgress(queryClient, progress)
        return progress
      } catch (error) {
        if (error instanceof ApiError && error.code === 'import.not_found')
          removeEntity(queryClient, importId)
        throw error
      }
    },
    staleTime: 0,
  })

/** All that an import changes is asked for again when it is next shown. */
function forgetLibrary(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== importsKey[0],
    refetchType: 'none',
  })
}

function known(queryClient: QueryClient, importId: string): Import | undefined {
  const list = queryClient.getQueryData<InfiniteData<Page<Import[]>>>(listKey)
  return list?.pages.flatMap(({ answer }) => answer).find(({ _id }) => _id === importId)
}

/** Applies an import's progress, from a call or the socket, to the cache. */
export function applyProgress(queryClient: QueryClient, progress: Import): void {
  const before = known(queryClient, progress._id)
  patchEntity(queryClient, progress._id, progress)
  if (!before) void queryClient.invalidateQueries({ queryKey: listKey })
  // Another import's diary may turn stars of this one into questions.
  if (before && progress.state !== 'running' && before.doubtful < progress.doubtful)
    void queryClient.invalidateQueries({ queryKey: rowsKey(progress._id) })
  if (before?.state !== 'running' || progress.state === 'running') return
  void queryClient.invalidateQueries({ queryKey: rowsKey(progress._id) })
  forgetLibrary(queryClient)
}

/** The three fields of Letterboxd's files, in the order in which they are sent. */
export const letterboxdFields = ['diary', 'ratings', 'watchlist'] as const
export type LetterboxdField = (typeof letterboxdFields)[number]

const endpointOf = {
  diary: importLetterboxdLogs,
  ratings: importLetterboxdLogs,
  watchlist: importLetterboxdWatchlist,
} as const

/** Rejects with a `DOMException` for a file that was changed, moved or removed since it was chosen. */
const checkReadable = (file: File) => file.slice(0, 1).arrayBuffer()

export async function sendLetterboxdFile(queryClient: QueryClient, field: LetterboxdField, file: File) {
  await checkReadable(file)
  const started = await call(endpointOf[field], { files: { file } })
  await queryClient.invalidateQueries({ queryKey: listKey })
  return started
}

export const importAnythingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ file, ...body }: { file: File; privateLists: boolean; imdbList?: ImdbListKind }) => {
      await checkReadable(file)
      return call(importFiles, { body, files: { file } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })

export const cancelImportMutation = (queryClient: QueryClient, importId: string) =>
  mutationOptions({
    mutationFn: () => call(cancelImport, { params: { importId } }),
    onSuccess: (progress) => applyProgress(queryClient, progress),
  })

interface Removal {
  removed: number
  kept: number
}

/** Does it for one import after the other; gives the sums. */
async function sumOf(importIds: readonly string[], one: (importId: string) => Promise<Removal>) {
  const total = { removed: 0, kept: 0 }
  for (const importId of importIds) {
    const { removed, kept } = await one(importId)
    total.removed += removed
    total.kept += kept
  }
  return total
}

/** What removing imports would take, and what would stay. */
export const previewRemovalMutation = () =>
  mutationOptions({
    mutationFn: (importIds: readonly string[]) =>
      sumOf(importIds, (importId) => call(previewImportRemoval, { params: { importId } })),
  })

/** Removes imports with what they created. */
export const removeImportsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (importIds: readonly string[]) =>
      sumOf(importIds, async (importId) => {
        const result = await call(removeImport, { params: { importId } })
        removeEntity(queryClient, importId)
        return result
      }),
    onSuccess: () => forgetLibrary(queryClient),
    // A part may be gone already.
    onError: () => queryClient.invalidateQueries({ queryKey: importsKey }),
  })

/** How many doubtful rows there are of each kind. */
export const doubtsQuery = (importId: string) =>
  queryOptions({
    queryKey: [...rowsKey(importId), 'doubts'],
    queryFn: ({ signal }) => call(countImportDoubts, { params: { importId }, signal }),
  })

/** Looks again for the films that were not found. */
export const retryImportMutation = (queryClient: QueryClient, importId: string) =>
  mutationOptions({
    mutationFn: () => call(retryImport, { params: { importId } }),
    onSuccess: async (progress) => {
      applyProgress(queryClient, progress)
      await queryClient.invalidateQueries({ queryKey: rowsKey(importId) })
    },
  })

/** Accepts the likeliest films of all doubtful rows, of those of a kind, or all ratings that differ from the diary's. */
export const acceptRowsMutation = (queryClient: QueryClient, importId: string) =>
  mutationOptions({
    mutationFn: (what: Acceptable) => call(acceptImportRows, { params: { importId }, query: { what } }),
    onSuccess: async (progress) => {
      applyProgress(queryClient, progress)
      await queryClient.invalidateQueries({ queryKey: rowsKey(importId) })
    },
  })

/** Says which film a row means; null leaves the row out. */
export const matchRowMutation = (queryClient: QueryClient, importId: string, row: number) =>
  mutationOptions({
    mutationKey: ['imports', importId, 'match', row],
    mutationFn: (movieId: number | null) =>
      call(matchImportRow, {
        params: { importId, row },
        body: movieId === null ? {} : { movieId },
      }),
    onSuccess: (progress) => {
      dropRow(queryClient, importId, row)
      applyProgress(queryClient, progress)
      // Rows of other files that name the film so are settled too.
      void queryClient.invalidateQueries({ queryKey: listKey })
      void queryClient.invalidateQueries({
        queryKey: [...importsKey, 'rows'],
        predicate: ({ queryKey }) => queryKey[2] !== importId,
      })
      void queryClient.invalidateQueries({ queryKey: doubtsQuery(importId).queryKey })
      forgetLibrary(queryClient)
    },
    onError: (error) => {
      // Decided elsewhere meanwhile.
      if (error instanceof ApiError && error.code === 'import.row_not_found')
        dropRow(queryClient, importId, row)
    },
  })

/** The name of a file that is made today, such as `scene-layla-2026-03-09.zip`. */
const datedName = (what: string, ending: string) => `scene-${what}-${localDay(new Date())}.${ending}`

export const downloadRowsMutation = (importId: string) =>
  mutationOptions({
    mutationFn: () => downloadFile(downloadImportRows, datedName('rows', 'csv'), { params: { importId } }),
  })

export const downloadExportMutation = (username: string) =>
  mutationOptions({
    mutationFn: () => downloadFile(downloadExport, datedName(username, 'zip'), {}),
  })

function dropRow(queryClient: QueryClient, importId: string, row: number): void {
  queryClient.setQueryData<InfiniteData<Page<ImportRow[]>>>(
    pagesKey(importId),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          answer: page.answer.filter((other) => other.row !== row),
        })),
      },
  )
}

/** What comes by a feed is imported within seconds of its being read. */
const waitingMs = 3_000

/** The feed at Letterboxd that the member follows, and whether feeds may be followed. */
export const letterboxdFeedQuery = () =>
  queryOptions({
    queryKey: [...importsKey, 'letterboxd-feed'],
    queryFn: ({ signal }) => call(getLetterboxdFeed, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.feed?.items.some(({ outcome }) => outcome === 'waiting') ? waitingMs : false,
  })

const feedMutation = <Given>(
  queryClient: QueryClient,
  name: string,
  send: (given: Given) => Promise<LetterboxdFeed | null>,
) =>
  mutationOptions({
    mutationKey: [...importsKey, 'letterboxd-feed', name],
    mutationFn: send,
    onSuccess: (feed) => {
      queryClient.setQueryData(letterboxdFeedQuery().queryKey, { allowed: true, feed })
      void queryClient.invalidateQueries({ queryKey: listKey })
    },
    // A feed that cannot be read says so, and when it is asked again.
    onError: () => void queryClient.invalidateQueries({ queryKey: letterboxdFeedQuery().queryKey }),
  })

export const followFeedMutation = (queryClient: QueryClient) =>
  feedMutation(queryClient, 'follow', (body: BodyOf<typeof followLetterboxdFeed>) =>
    call(followLetterboxdFeed, { body }),
  )

export const readFeedMutation = (queryClient: QueryClient) =>
  feedMutation<void>(queryClient, 'read', () => call(readLetterboxdFeed, {}))

export const unfollowFeedMutation = (queryClient: QueryClient) =>
  feedMutation<void>(queryClient, 'stop', async () => {
    await call(unfollowLetterboxdFeed, {})
    return null
  })
