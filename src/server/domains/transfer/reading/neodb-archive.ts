import { stringify } from 'csv-stringify/sync'
import * as z from 'zod'
import { fail } from '#server/core/errors.ts'
import { createYielder } from '#server/core/yielder.ts'
import type { ReadRow } from '../entry.ts'
import type { Archive } from './archive.ts'
import type { Facts } from './csv.ts'
import { readCsvFile } from './formats.ts'
import { parseLines, shaped } from './json.ts'
import { isNeodbTable, neodb } from './trackers.ts'
import { maxReviewLength } from './values.ts'

const journalName = /(?:^|\/)journal\.ndjson$/i
const catalogName = /(?:^|\/)catalog\.ndjson$/i

export const isNeodb = (paths: readonly string[]) =>
  paths.some((path) => isNeodbTable(path)) ||
  (paths.some((path) => journalName.test(path)) && paths.some((path) => catalogName.test(path)))

interface Table {
  kind: 'mark' | 'review' | 'note'
  file: string
  bytes: () => Promise<Buffer>
  /** Where its rows stand in the file, when that is not a table. */
  lines: number[] | null
}

const maxTableBytes = 150 * 1024 * 1024

const headers = {
  mark: ['title', 'info', 'links', 'timestamp', 'status', 'rating', 'comment', 'tags'],
  review: ['title', 'info', 'links', 'timestamp', 'title', 'content'],
  note: ['title', 'info', 'links', 'timestamp', 'progress', 'title', 'content'],
} as const

/**
 * Reads the export of NeoDB: three tables for each kind of work, marks, reviews and notes, or the same as NDJSON. A
 * review is joined to the mark of its film, below what the mark says; one of a film without a log is a log without a day.
 */
export async function* readNeodbArchive(archive: Archive, facts: Facts): AsyncGenerator<ReadRow> {
  const tables = archive.paths.some((path) => isNeodbTable(path))
    ? tablesOf(archive)
    : await tablesOfJournal(archive)
  const rowsOf = async function* (kind: Table['kind']) {
    for (const { file, bytes, lines } of tables.filter((table) => table.kind === kind)) {
      let at = 0
      for await (const row of (await readCsvFile(file, await bytes(), neodb, facts)).rows)
        yield { ...row, line: lines?.[at++] ?? row.line }
    }
  }
  const reviews = new Map<string, ReadRow>()
  for await (const row of rowsOf('review')) {
    const { key } = row.entry
    reviews.set(key === null || reviews.has(key) ? `${row.file}:${row.line}` : key, row)
  }
  for await (const row of rowsOf('mark')) {
    const review = row.entry.kind === 'log' ? reviews.get(row.entry.key ?? '') : undefined
    if (review?.fault !== null || row.fault !== null) yield row
    else {
      reviews.delete(row.entry.key ?? '')
      yield withReview(row, review)
    }
  }
  yield* reviews.values()
  yield* rowsOf('note')
}

const tablesOf = (archive: Archive): Table[] =>
  archive.paths.flatMap((path) => {
    const kind = /_(mark|review|note)\.csv$/i.exec(path)?.[1]?.toLowerCase() as Table['kind'] | undefined
    return kind && isNeodbTable(path)
      ? [{ kind, file: path, bytes: () => archive.read(path), lines: null }]
      : []
  })

const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.nullish()
const work = z.object({
  id: z.string(),
  title: maybe(z.string()),
  year: maybe(z.union([z.number(), z.string()])),
  imdb: maybe(z.string()),
  director: maybe(z.array(z.string())),
  external_resources: maybe(z.array(z.object({ url: z.string() }))),
})
/** Each kind of content has some of these. */
const said = z.object({
  content: z.object({
    withRegardTo: z.string(),
    published: maybe(z.string()),
    status: maybe(z.string()),
    value: maybe(z.union([z.number(), z.string()])),
    tag: maybe(z.string()),
    name: maybe(z.string()),
    title: maybe(z.string()),
    content: maybe(z.string()),
  }),
})
const typeOf = (value: unknown) => z.object({ type: z.string() }).safeParse(value).data?.type

/** As CSV, which repeats a work for each that is about it. @throws import.too_large */
async function tableOf(path: string, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const turns = createYielder()
  const parts: Buffer[] = []
  let size = 0
  for (const row of rows) {
    const part = Buffer.from(stringify([[...row]]))
    parts.push(part)
    size += part.length
    if (size > maxTableBytes)
      throw fail('import.too_large', { issues: [{ path, message: 'more than an export holds' }] })
    if (turns.isOver()) await turns.next()
  }
  return Buffer.concat(parts)
}

/**
 * The tables that NeoDB would make of its NDJSON: `catalog.ndjson` has the works, `journal.ndjson` on a line each where
 * a work stands, its stars, comment and tags, and reviews and notes.
 */
async function tablesOfJournal(archive: Archive): Promise<Table[]> {
  const works = new Map<string, string[]>()
  for (const path of archive.paths.filter((one) => catalogName.test(one)))
    for await (const { line, value } of parseLines(path, await archive.read(path))) {
      if (typeOf(value) === undefined) continue
      const {
        id,
        title,
        year,
        imdb,
        director,
        external_resources: elsewhere,
      } = shaped(path, line, value, work)
      const info = [
        imdb && `imdb:${imdb}`,
        year && `year:${year}`,
        director?.[0] && `director:${director.join('/')}`,
      ]
      const links = [id, ...(elsewhere ?? []).map(({ url }) => url)]
      works.set(id, [title ?? '', info.filter(Boolean).join(' '), links.join(' ')])
    }
  const tables: Table[] = []
  for (const path of archive.paths.filter((one) => journalName.test(one))) {
    const stars = new Map<string, number | string>()
    const comments = new Map<string, string>()
    const tags = new Map<string, string[]>()
    const found: Record<Table['kind'], { line: number; id: string; cells: string[] }[]> = {
      mark: [],
      review: [],
      note: [],
    }
    for await (const { line, value } of parseLines(path, await archive.read(path))) {
      const type = typeOf(value)
      if (!type || !/^(ShelfMember|Rating|Comment|TagMember|Review|Note)$/.test(type)) continue
      const { content: at } = shaped(path, line, value, said)
      const id = at.withRegardTo
      const time = at.published ?? ''
      if (type === 'Rating' && at.value) stars.set(id, at.value)
      if (type === 'Comment') comments.set(id, at.content ?? '')
      if (type === 'TagMember') {
        const others = tags.get(id)
        if (others) others.push(at.tag ?? '')
        else tags.set(id, [at.tag ?? ''])
      }
      if (type === 'ShelfMember') found.mark.push({ line, id, cells: [time, at.status ?? ''] })
      if (type === 'Review') found.review.push({ line, id, cells: [time, at.name ?? '', at.content ?? ''] })
      if (type === 'Note')
        found.note.push({ line, id, cells: [time, '', at.name ?? at.title ?? '', at.content ?? ''] })
    }
    for (const mark of found.mark)
      mark.cells.push(
        String(stars.get(mark.id) ?? ''),
        comments.get(mark.id) ?? '',
        (tags.get(mark.id) ?? []).map((tag) => `${tag}|`).join(''),
      )
    for (const kind of ['mark', 'review', 'note'] as const) {
      const bytes = async () => {
        const rows = found[kind].map(({ id, cells }) => [...(works.get(id) ?? ['', '', id]), ...cells])
        return tableOf(path, [headers[kind], ...rows])
      }
      tables.push({ kind, file: path, bytes, lines: found[kind].map(({ line }) => line) })
    }
  }
  return tables
}

/** The log of a mark with what the mark says, and the review below it. */
function withReview(row: ReadRow, { entry: review, cells }: ReadRow): ReadRow {
  const { review: comment, spoilers } = row.entry
  const before = comment === '' ? '' : `${comment}\n\n`
  const text = before + review.review
  return {
    ...row,
    fault: text.length > maxReviewLength ? 'too-long' : null,
    cells: { ...cells, ...row.cells },
    entry: {
      ...row.entry,
      review: text.slice(0, maxReviewLength),
      reviewEmphasis: (review.reviewEmphasis ?? []).map((at) => at + before.length),
      spoilers: spoilers || review.spoilers,
    },
  }
}
