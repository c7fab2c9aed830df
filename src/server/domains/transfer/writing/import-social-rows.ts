import * as z from 'zod'
import type { Tx } from '#server/context.ts'
import { importListMarks, listsByGivenId } from '#server/domains/lists/lists.import.ts'
import { importLogLikes, logsByGivenId } from '#server/domains/logs/logs.import.ts'
import { importFollows } from '#server/domains/members/profile.import.ts'
import { importReplies, importReplyLikes } from '#server/domains/replies/replies.import.ts'
import type { ImportAbout } from '../entry.ts'
import {
  created,
  leftOut,
  momentOf,
  notHere,
  thereAlready,
  type EntryRow,
  type Target,
  type RowResult,
} from './target.ts'

/** A row about something else, whose ids are those where the export was made. */
interface AboutRow extends EntryRow {
  about: ImportAbout
}

const uuid = z.uuid()
const isId = (id: string | null | undefined): id is string => uuid.safeParse(id).success

/**
 * Imports comments, likes and follows, as far as their targets exist here, with their own times and without notifying
 * anybody. Logs and lists are found by their ids, or as ones that their authors imported.
 */
export async function importSocialRows(
  tx: Tx,
  target: Target,
  rows: readonly EntryRow[],
): Promise<RowResult[]> {
  const known = rows.flatMap((row): AboutRow[] =>
    row.entry.about ? [{ ...row, about: row.entry.about }] : [],
  )
  const of = (kind: EntryRow['entry']['kind']) => known.filter((row) => row.entry.kind === kind)
  const likes = of('like')
  const likesOf = (type: ImportAbout['type']) => likes.filter(({ about }) => about.type === type)
  return [
    ...(await importFollowRows(tx, target, of('follow'))),
    ...(await importCommentRows(tx, target, of('comment'))),
    ...(await importLikeRows(target, likesOf('log'), (marks) => importLogLikes(tx, target.memberId, marks))),
    ...(await importLikeRows(target, likesOf('reply'), (marks) =>
      importReplyLikes(tx, target.memberId, marks),
    )),
    ...(await importLikeRows(target, likesOf('list'), (marks) =>
      importListMarks(tx, 'list', target.memberId, marks),
    )),
    ...(await importLikeRows(target, likesOf('saved-list'), (marks) =>
      importListMarks(tx, 'saved-list', target.memberId, marks),
    )),
  ]
}

const outcome = (row: number, isNew: boolean | undefined): RowResult =>
  isNew === undefined ? notHere(row) : isNew ? created(row) : thereAlready(row)

async function importFollowRows(tx: Tx, target: Target, rows: readonly AboutRow[]): Promise<RowResult[]> {
  const given = rows.map(({ about, entry, row }) => ({
    username: about.by ?? '',
    at: momentOf(entry, row, target.startedAt),
  }))
  const followed = await importFollows(tx, target.memberId, given, target.now)
  return rows.map(({ row, about }) => outcome(row, followed.get(about.by ?? '')))
}

type Marks = Parameters<typeof importLogLikes>[2]

async function importLikeRows(
  { startedAt }: Target,
  rows: readonly AboutRow[],
  write: (marks: Marks) => Promise<ReadonlyMap<string, boolean>>,
): Promise<RowResult[]> {
  const marks = rows.flatMap(({ about, entry, row }) =>
    isId(about.id) ? { id: about.id, by: about.by, at: momentOf(entry, row, startedAt) } : [],
  )
  const marked = marks.length > 0 ? await write(marks) : new Map<string, boolean>()
  return rows.map(({ row, about }) => outcome(row, marked.get(about.id.toLowerCase())))
}

/** Imports comments in the order of the export, in which answers come after what they answer. */
async function importCommentRows(tx: Tx, target: Target, rows: readonly AboutRow[]): Promise<RowResult[]> {
  if (rows.length === 0) return []
  const givenOf = (on: 'log' | 'list') =>
    rows.flatMap(({ about: { type, id, by } }) => (type === on && isId(id) ? { id, by } : []))
  const known = {
    log: await logsByGivenId(tx, target.memberId, givenOf('log')),
    list: await listsByGivenId(tx, target.memberId, givenOf('list')),
  }
  const threadOf = ({ type, id }: ImportAbout) => {
    const on: 'log' | 'list' = type === 'list' ? 'list' : 'log'
    const here = known[on].get(id.toLowerCase())
    return here === undefined ? undefined : { on, id: here }
  }
  const replies = rows.flatMap(({ row, entry, about }) => {
    const thread = threadOf(about)
    const gif = entry.gif ?? null
    const isEmpty = entry.review === '' && gif === null && !entry.hasPicture
    if (thread === undefined || !isId(entry.key) || isEmpty) return []
    const parentId = isId(entry.parent) ? entry.parent : null
    return {
      id: entry.key,
      thread,
      parentId,
      text: entry.review,
      spoilers: entry.spoilers,
      gif,
      at: momentOf(entry, row, target.startedAt),
    }
  })
  const added = await importReplies(tx, target.memberId, replies)
  const here = new Set(replies.map(({ id }) => id))
  return rows.map(({ row, entry, about }) => {
    if (threadOf(about) === undefined) return notHere(row)
    // A comment that was only a picture is gone when its picture did not come.
    return here.has(entry.key ?? '') ? outcome(row, added.has(entry.key ?? '')) : leftOut(row)
  })
}
