import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day, done, file, filmId, filmTitle, flag, id, numeric, page } from './fields.ts'

/** Bringing a history in and taking it out again. */

/** Where a file comes from. `scene` is Scene's own export. */
export const importSources = [
  'letterboxd',
  'imdb',
  'trakt',
  'tmdb',
  'scene',
  'simkl',
  'movary',
  'ryot',
  'yamtrack',
  'serializd',
  'tvtime',
  'neodb',
  'csv',
] as const
export type ImportSource = (typeof importSources)[number]

/**
 * What a row asks for. `log` is an entry of a diary, `review` one with its text, `rating` sets stars of a film, `seen` marks one as watched without a day, `list` makes a list
 * without films yet, `poster` chooses one for a film, `picture` is an uploaded one of a log or list.
 */
const importKinds = [
  'log',
  'review',
  'rating',
  'seen',
  'watchlist',
  'favourite',
  'list-film',
  'profile-favourite',
  'list',
  'poster',
  'film-rating',
  'comment',
  'like',
  'follow',
  'picture',
] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * `waiting` for its turn; `imported`; `skipped`, being there already; `doubtful`, matched but not surely; `not-found`;
 * `failed`, being faulty itself; `not-film`, a series, an episode, a book or a game. `doubtful`, `not-found` and `failed` need the member's attention.
 */
export const rowStates = [
  'waiting',
  'imported',
  'skipped',
  'doubtful',
  'not-found',
  'failed',
  'not-film',
] as const
export type RowState = (typeof rowStates)[number]

/** Why a row needs attention or was left out; clients translate them. */
const rowReasons = [
  'there-already',
  'no-match',
  'several-matches',
  'other-year',
  'other-title',
  'not-a-film',
  'no-title',
  'bad-date',
  'bad-rating',
  'too-long',
  'no-place',
  'bad-picture',
  'not-read',
  'left-out',
  'not-here',
  'source-down',
] as const
export type RowReason = (typeof rowReasons)[number]

/** What a list of IMDb may be: its watchlist has the columns of every other one. */
const imdbListKinds = ['watchlist', 'list'] as const
export type ImdbListKind = (typeof imdbListKinds)[number]

/** Doubts that are settled all at once: all of them, or those of one reason. */
export const doubts = ['several-matches', 'other-year', 'other-title'] as const
export type Doubt = (typeof doubts)[number]
const acceptable = ['films', ...doubts] as const
export type Acceptable = (typeof acceptable)[number]
/**
 * How a table was read that does not say it itself: what parts its cells, how its letters are written, and how high
 * its stars go.
 */
const assumption = z.enum([
  'semicolons',
  'tabs',
  'windows-1252',
  'utf-16',
  'stars-of-ten',
  'stars-of-hundred',
])
export type ImportAssumption = z.output<typeof assumption>

const importState = z.enum(['running', 'done', 'cancelled', 'failed'])
export type ImportState = z.output<typeof importState>

/** An import and how far it is. */
export const importView = z.object({
  _id: id,
  source: z.enum(importSources),
  /** Names of the files as they were given. */
  files: z.array(z.string()),
  state: importState,
  total: z.number(),
  /** Rows that are decided. */
  done: z.number(),
  imported: z.number(),
  skipped: z.number(),
  notFound: z.number(),
  doubtful: z.number(),
  failed: z.number(),
  /** Rows with tags that were too long and cut. */
  cutTags: z.number(),
  /** Since when the film database does not answer, which the rows that are left wait for. */
  waitsSince: z.nullable(z.string()),
  /** Rows that are of no film; `rows.csv` keeps all that they say. */
  notFilms: z.number(),
  /** What was assumed to read the files; clients translate it. */
  assumed: z.array(assumption),
  /** Columns of a table of no known service that Scene does not know, as their header says. */
  unread: z.array(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})
export type Import = z.output<typeof importView>

/** A film that a row could mean. */
const importCandidate = z.object({
  id: z.number(),
  ...filmTitle,
  year: z.nullable(z.number()),
  poster: z.nullable(z.string()),
})

/** A row that needs attention. */
const importRow = z.object({
  /** Its number in the import, from 1. */
  row: z.number(),
  kind: z.enum(importKinds),
  state: z.enum(rowStates),
  reason: z.nullable(z.enum(rowReasons)),
  /** Where it stands: `diary.csv`, line 17. */
  file: z.string(),
  line: z.number(),
  /** How many more rows name their film so; what is said of this one is said of them. */
  alike: z.number(),
  title: z.string(),
  year: z.nullable(z.number()),
  watchedAt: z.nullable(day),
  rating: z.nullable(z.number()),
  review: z.string(),
  list: z.nullable(z.string()),
  /** What a doubtful row would become, the likeliest first; 5 at most. */
  candidates: z.array(importCandidate),
})
export type ImportRow = z.output<typeof importRow>

/** An import with the first of its rows that need attention, 20 at most. */
const importDetail = z.extend(importView, { rows: z.array(importRow) })

const started = z.object({ message: z.string(), importId: id })

/** What may be wrong with a file that is sent, or with how much a member imports. */
const readErrors = [
  'import.missing',
  'import.not_a_file',
  'import.columns',
  'import.broken',
  'import.archive',
  'import.too_large',
  'import.empty',
  'import.running',
  'import.full',
] as const
/** Exports are text: a hundred thousand rows of a diary fit. */
const fileLimit = { bytes: 25 * 1024 * 1024, code: 'import.too_large' } as const

export const importLetterboxdLogs = endpoint({
  method: 'POST',
  path: '/api/letterboxd/logs',
  access: 'member',
  limit: 'member.import',
  own: 'none',
  scope: 'import:write',
  errors: readErrors,
  summary:
    'Import a diary, ratings, reviews or watched CSV of Letterboxd; answers once the file is read and queued',
  files: ['file'],
  fileLimit,
  answer: started,
})

export const importLetterboxdWatchlist = endpoint({
  method: 'POST',
  path: '/api/letterboxd/watchlist',
  access: 'member',
  limit: 'member.import',
  own: 'none',
  scope: 'import:write',
  errors: readErrors,
  summary: 'Import a watchlist CSV of Letterboxd; answers once the file is read and queued',
  files: ['file'],
  fileLimit,
  answer: started,
})

export const importFiles = endpoint({
  method: 'POST',
  path: '/api/imports',
  access: 'member',
  limit: 'member.import',
  own: 'none',
  scope: 'import:write',
  errors: readErrors,
  summary:
    'Import a whole export: the ZIP of Letterboxd, Trakt or Scene, a CSV of IMDb, TMDB or with `tmdbId` or `imdbId`; answers once it is read and queued',
  body: z.object({
    /** Lists become private unless this says no. */
    privateLists: z.optional(flag),
    /** What a list of IMDb is, which its file does not say; without it one whose name has “watchlist” is the watchlist. */
    imdbList: z.optional(z.enum(imdbListKinds)),
  }),
  files: ['file'],
  fileLimit,
  answer: started,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'import:read',
  errors: [],
  summary: 'One’s own imports, newest first (100 without `limit`)',
  query: page,
  answer: z.array(importView),
})

const one = z.object({ importId: id })

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:importId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'import:read',
  errors: ['import.not_found'],
  summary: 'An import of one’s own, how far it is, and the first of its rows that need attention',
  params: one,
  answer: importDetail,
})

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/:importId/rows',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'import:read',
  errors: ['import.not_found'],
  summary:
    'The rows of an import that need attention, in their order, one of those that name their film alike (100 without `limit`)',
  params: one,
  query: page,
  answer: z.array(importRow),
})

export const downloadImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/:importId/rows.csv',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'import:read',
  errors: ['import.not_found'],
  summary:
    'The rows of an import that need attention or are of no film as a CSV: their reasons, and every column of the files',
  params: one,
  file: 'text/csv',
  answer: file,
})

export const matchImportRow = endpoint({
  method: 'POST',
  path: '/api/imports/:importId/rows/:row',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'import:write',
  errors: ['import.not_found', 'import.row_not_found', 'film.not_found', 'film.source_down'],
  summary:
    'Say which film a row means, and import it with all rows of one’s imports that name their film alike; without `movieId` they are left out. It is remembered for later files',
  params: z.object({ importId: id, row: numeric(z.int().check(z.positive())) }),
  body: z.object({ movieId: z.optional(z.nullable(filmId)) }),
  answer: importView,
})

export const acceptImportRows = endpoint({
  method: 'POST',
  path: '/api/imports/:importId/accept',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'import:write',
  errors: ['import.not_found'],
  summary: 'Import every doubtful row (or those of one reason) as its likeliest film',
  params: one,
  query: z.object({ what: z.optional(z.enum(acceptable)) }),
  answer: importView,
})

export const countImportDoubts = endpoint({
  method: 'GET',
  path: '/api/imports/:importId/doubts',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'import:read',
  errors: ['import.not_found'],
  summary: 'How many doubtful rows of an import could be accepted at once, by reason',
  params: one,
  answer: z.array(z.object({ reason: z.enum(doubts), rows: z.number() })),
})

export const retryImport = endpoint({
  method: 'POST',
  path: '/api/imports/:importId/retry',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'import:write',
  errors: ['import.not_found'],
  summary:
    'Look again for the films that were not found; this happens by itself every week, and when the source changes',
  params: one,
  answer: importView,
})

export const cancelImport = endpoint({
  method: 'POST',
  path: '/api/imports/:importId/cancel',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'import:write',
  errors: ['import.not_found'],
  summary: 'Stop an import; what it brought in stays',
  params: one,
  answer: importView,
})

export const previewImportRemoval = endpoint({
  method: 'GET',
  path: '/api/imports/:importId/removal',
  access: 'member',
  limit: 'member.count',
  own: 'none',
  scope: 'import:read',
  errors: ['import.not_found'],
  summary: 'What removing an import would take, and what would stay because it was changed since',
  params: one,
  answer: z.object({ removed: z.number(), kept: z.number() }),
})

export const removeImport = endpoint({
  method: 'DELETE',
  path: '/api/imports/:importId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'import:write',
  errors: ['import.not_found'],
  summary: 'Remove what an import created, but for what was changed since, and the import itself',
  params: one,
  answer: z.extend(done, { removed: z.number(), kept: z.number() }),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/export',
  access: 'member',
  limit: 'export',
  own: 'none',
  scope: 'export:read',
  errors: [],
  summary: 'Everything of one’s own as a ZIP: documented JSON, media, and CSVs that Letterboxd imports',
  file: 'application/zip',
  answer: file,
})
