import { strToU8, zipSync } from 'fflate'
import type { ImdbListKind } from '#shared/api/transfer.ts'
import { Failure } from '#server/core/errors.ts'
import { readImport, type ImportCall } from '#server/domains/transfer/reading/read-import.ts'

/** Files to import, and what is read of them. */

const bytes = (text: string) => Buffer.from(text)
export const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))))

export async function read(
  name: string,
  content: Buffer | string,
  call: ImportCall = 'anything',
  imdbList?: ImdbListKind,
) {
  const { source, files, rows, facts } = await readImport(
    { name, bytes: typeof content === 'string' ? bytes(content) : content },
    call,
    imdbList,
  )
  const read = []
  for await (const row of rows) read.push(row)
  return { source, files, facts, rows: read }
}

/** What matters of each row, in one line. */
export const brief = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ entry, fault }) => [
    entry.kind,
    entry.title,
    entry.year,
    ...(entry.rating === null ? [] : [entry.rating]),
    ...(entry.watchedAt === null ? [] : [entry.watchedAt]),
    ...(fault === null ? [] : [fault]),
  ])

/** A row as it would be imported: what matters of it, empty things left out. */
export const shown = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ entry, fault: wrong }) =>
    Object.fromEntries(
      Object.entries({
        kind: entry.kind,
        title: entry.title,
        year: entry.year,
        tmdbId: entry.tmdbId,
        imdbId: entry.imdbId,
        rating: entry.rating,
        watchedAt: entry.watchedAt,
        loggedAt: entry.loggedAt,
        rewatches: entry.rewatchCount || null,
        review: entry.review || null,
        spoilers: entry.spoilers || null,
        list: entry.list?.title ?? null,
        fault: wrong,
      }).filter(([, value]) => value !== null),
    ),
  )

export async function fault(name: string, content: Buffer | string, call?: ImportCall) {
  const error = await read(name, content, call).catch((thrown: unknown) => thrown)
  if (!(error instanceof Failure)) throw new Error('it was read', { cause: error })
  return [error.code, error.issues?.[0]?.path]
}

export const diaryHeader = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date'
export const filmHeader = 'Date,Name,Year,Letterboxd URI'

const listFile = [
  'Letterboxd list export v7',
  'Date,Name,Tags,URL,Description',
  '2025-09-23,test list,"test tag, test tag zwei",https://boxd.it/P00EU,"test desc\r\n\r\nPosition,Name,Year"',
  '',
  'Position,Name,Year,URL,Description',
  '1,Weapons,2025,https://boxd.it/EMTM,no notes',
  '2,Local Legends,2013,https://boxd.it/6DeM,"spoiler\r\n\r\ntext"',
].join('\r\n')

export const archive = {
  'profile.csv':
    'Date Joined,Username,Given Name,Family Name,Email Address,Location,Website,Bio,Pronoun,Favorite Films\r\n' +
    '2020-01-01,layla,L,,l@example.org,,,"a bio\r\nof two lines",,"https://boxd.it/f2, https://boxd.it/f1"\r\n',
  'diary.csv': `${diaryHeader}\r\n2025-01-02,Heat,1995,https://boxd.it/e1,4.5,,,2025-01-01\r\n`,
  'reviews.csv':
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n' +
    '2025-01-02,Heat,1995,https://boxd.it/e1,4.5,,"Two\r\n\r\nparts",,2025-01-01\r\n' +
    '2025-01-03,Alien,1979,https://boxd.it/e2,5,,Undated,,\r\n',
  'ratings.csv': `${filmHeader},Rating\r\n2025-01-02,Heat,1995,https://boxd.it/f1,4.5\r\n`,
  'watched.csv': `${filmHeader}\r\n2025-01-02,Heat,1995,https://boxd.it/f1\r\n2025-01-02,Alien,1979,https://boxd.it/f2\r\n`,
  'watchlist.csv': `${filmHeader}\r\n2025-01-02,Dune,2021,https://boxd.it/f3\r\n`,
  'likes/films.csv': `${filmHeader}\r\n2025-01-02,Alien,1979,https://boxd.it/f2\r\n`,
  'likes/reviews.csv': 'Date,Content\r\n2025-01-01,https://boxd.it/x\r\n',
  'lists/test-list.csv': listFile,
  'deleted/diary.csv': `${diaryHeader}\r\n2025-01-02,Gone,1990,https://boxd.it/e9,1,,,2025-01-01\r\n`,
  'orphaned/diary.csv': `${diaryHeader}\r\n2025-01-02,Lost,1990,https://boxd.it/e8,1,,,2025-01-01\r\n`,
}
