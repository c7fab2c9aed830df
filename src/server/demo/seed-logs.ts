import { v7 as uuidv7 } from 'uuid'
import { packGif } from '#built-in/gifs/pack.ts'
import { gifAddressOf } from '#shared/gif.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { insertAll } from './insert-all.ts'
import { demoMembers } from '#built-in/demo/people.ts'
import type { PlannedComment, PlannedLog } from '#built-in/demo/plan.ts'

type IdOf = (username: string) => string

/** The log or list of a comment. */
type On = { log_id: string } | { list_id: string }

interface Written {
  id: string
  memberId: string
  on: On
  parentId: string | null
  rootId: string | null
  comment: PlannedComment
  /** Who is notified. */
  notified: string
}

const addressOf = (gif: string | null) => (gif === null ? null : gifAddressOf('scene', gif))

/** The logs with their likes, GIFs and threads, and the notifications of the first member. */
export async function addLogs(db: Db, logs: PlannedLog[], id: IdOf) {
  const written = logs.map((log) => ({ ...log, id: uuidv7({ msecs: log.at.getTime() }) }))
  await insertAll(
    db,
    'logs',
    written.map((log) => ({
      id: log.id,
      member_id: id(log.by),
      film_id: log.film,
      rating: log.rating,
      review: log.text,
      gif: addressOf(log.gif),
      spoilers: log.spoilers,
      tags: log.tags,
      rewatch_count: log.rewatches,
      watched_at: utcDay(log.at),
      created_at: log.at,
      updated_at: log.at,
    })),
  )
  const likes = written.flatMap((log) =>
    log.likedBy.map((by) => ({ log_id: log.id, member_id: id(by), created_at: log.at })),
  )
  await insertAll(db, 'log_likes', likes)
  const replies = written.flatMap((log) =>
    thread(log.comments, { on: { log_id: log.id }, notified: id(log.by) }, id),
  )
  await addReplies(db, replies, id)
  await addGifs(db, [
    ...logs.map((log) => ({ ...log, memberId: id(log.by) })),
    ...replies.map(({ comment, memberId }) => ({ ...comment, memberId })),
  ])
  const me = id(demoMembers[0]?.username ?? '')
  const notifications = [
    ...written
      .filter((log) => id(log.by) === me)
      .flatMap((log) =>
        log.likedBy.map((by) => ({ type: 'review_like', from_id: id(by), log_id: log.id, at: log.at })),
      ),
    ...replies.flatMap(({ id: reply_id, on, memberId, notified, comment: { at, likedBy } }) => [
      ...(notified === me && memberId !== me
        ? [{ type: 'reply', from_id: memberId, ...on, reply_id, at }]
        : []),
      ...(memberId === me
        ? likedBy.map((by) => ({ type: 'reaction', from_id: id(by), ...on, reply_id, at }))
        : []),
    ]),
  ]
  await insertAll(
    db,
    'notifications',
    grouped(
      notifications.map(({ at, ...notification }) => ({
        ...notification,
        id: uuidv7({ msecs: at.getTime() }),
        member_id: me,
        created_at: at,
        read_at: at,
      })),
    ),
  )
}

/** Gives all likes of one thing the same time, so that they form a group. */
function grouped<
  Row extends { id: string; type: string; created_at: Date; log_id?: string; reply_id?: string },
>(rows: Row[]) {
  const firsts = new Map<string, Row>()
  return rows.map((row) => {
    if (row.type === 'reply') return row
    const thing = `${row.type} ${row.reply_id ?? row.log_id}`
    const first = firsts.get(thing) ?? row
    firsts.set(thing, first)
    return { ...row, group_id: first.id, group_at: first.created_at }
  })
}

/** Comments and the answers to them, each after what it answers. */
function thread(
  comments: PlannedComment[],
  below: { on: On; notified: string; parentId?: string; rootId?: string },
  idOf: IdOf,
): Written[] {
  return comments.flatMap((comment) => {
    const id = uuidv7({ msecs: comment.at.getTime() })
    const memberId = idOf(comment.by)
    const { on, notified, parentId = null, rootId = null } = below
    const own = { id, memberId, on, parentId, rootId, comment, notified }
    return [
      own,
      ...thread(comment.answers, { on, notified: memberId, parentId: id, rootId: rootId ?? id }, idOf),
    ]
  })
}

/** Comments on a list, without notifications. */
export const addListThread = (
  db: Db,
  listId: string,
  comments: PlannedComment[],
  notified: string,
  idOf: IdOf,
) => addReplies(db, thread(comments, { on: { list_id: listId }, notified }, idOf), idOf)

async function addReplies(db: Db, replies: Written[], idOf: IdOf) {
  await insertAll(
    db,
    'replies',
    replies.map(({ id, on, memberId, parentId, rootId, comment }) => ({
      id,
      ...on,
      member_id: memberId,
      parent_id: parentId,
      root_id: rootId,
      text: comment.text,
      gif: addressOf(comment.gif),
      created_at: comment.at,
    })),
  )
  await insertAll(
    db,
    'reply_likes',
    replies.flatMap(({ id, comment }) =>
      comment.likedBy.map((by) => ({ reply_id: id, member_id: idOf(by), created_at: comment.at })),
    ),
  )
}

/** The GIFs that were used, and to each member their own, the last first. */
async function addGifs(db: Db, uses: { gif: string | null; memberId: string; at: Date }[]) {
  const known = uses
    .flatMap(({ gif, ...use }) => {
      const drawn = gif === null ? null : packGif(gif)
      return drawn ? [{ ...use, drawn, address: gifAddressOf('scene', drawn.id) }] : []
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const gifs = new Map(known.map(({ address, drawn }) => [address, drawn]))
  await insertAll(
    db,
    'gifs',
    [...gifs].map(([address, { titles, width, height }]) => ({
      address,
      provider: 'scene',
      title: titles.en,
      width,
      height,
      used: true,
    })),
  )
  await insertAll(
    db,
    'recent_gifs',
    [...Map.groupBy(known, (use) => use.memberId)].map(([memberId, own]) => ({
      member_id: memberId,
      addresses: [...new Set(own.map((use) => use.address))],
    })),
  )
}
