import { text } from 'node:stream/consumers'
import { strFromU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toggleListLike, toggleListSave } from '#shared/api/lists.ts'
import { toggleLogLike } from '#shared/api/logs.ts'
import { listFollowRequests, lockAccount } from '#shared/api/follow-requests.ts'
import { toggleFollow } from '#shared/api/members.ts'
import { createListReply, createReply, deleteReplyById, toggleReplyLike } from '#shared/api/replies.ts'
import { blockMember, muteMember } from '#shared/api/safety.ts'
import { downloadImportRows, importFiles, removeImport, type Import } from '#shared/api/transfer.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { download, fiveFilms, itemsAt } from '#test/fakes/exports.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { sceneFollow, sceneLike, sceneReply } from '../scene-format.ts'

// Whom a member follows, what they liked, saved and said comes back with their export, telling nobody.

let app: ImportApp
let elsewhere: ImportApp
let author: TestMember
let member: TestMember
let log: { id: string }
let list: { id: string }
let secret: { id: string }

beforeAll(async () => {
  ;[app, elsewhere] = await Promise.all([
    startImportApp({ isMatcherReal: true }),
    startImportApp({ isMatcherReal: true }),
  ])
})
afterAll(() => Promise.all([app.close(), elsewhere.close()]))

beforeEach(async () => {
  ;[author, member] = [await app.member(), await app.member()]
  const [film] = await fiveFilms(app)
  const films = film ? [film] : []
  log = await buildLog(app, { author, film: film ?? { id: 0 }, review: 'A review.' })
  list = await buildList(app, { author, title: 'Seen twice', films })
  secret = await buildList(app, { author, title: 'Not yet private', films })
  await app.call(toggleFollow, { as: member, params: { userId: member.id, targetId: author.id } })
  await app.call(toggleFollow, { as: author, params: { userId: author.id, targetId: member.id } })
  await app.call(toggleLogLike, { as: member, params: { logId: log.id } })
  for (const { id: listId } of [list, secret])
    await app.call(toggleListLike, { as: member, params: { listId } })
  await app.call(toggleListSave, { as: member, params: { listId: list.id } })
  const comment = await say(author, 'By the author.')
  await app.call(toggleReplyLike, { as: member, params: { logId: log.id, replyId: comment } })
  const own = await say(member, 'مرحبًا, "hello"\nand <b>more</b>')
  await say(member, 'An answer to the author.', comment)
  await say(member, 'An answer to myself.', own)
  await show(member)
  await app.call(createListReply, {
    as: member,
    params: { listId: list.id },
    body: { text: 'Twice, and again.' },
  })
})

const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()

/** A comment that is only a picture. */
async function show(as: TestMember): Promise<void> {
  const { status } = await app.call(createReply, {
    as,
    params: { logId: log.id },
    body: {},
    files: { image: { bytes: await png(), name: 'a.png', type: 'image/png' } },
  })
  expect(status).toBe(200)
}

async function say(as: TestMember, text: string, parentComment?: string): Promise<string> {
  const { data } = await app.call(createReply, {
    as,
    params: { logId: log.id },
    body: { text, ...(parentComment !== undefined && { parentComment }) },
  })
  return data._id
}

async function bring(to: ImportApp, as: TestMember, bytes: Buffer): Promise<Import> {
  const files = { file: { bytes, name: 'scene.zip', type: 'application/zip' } }
  const { data } = await to.call(importFiles, { as, body: {}, files })
  return to.ended(as, data.importId)
}

/** What an export says of others, without the ids of where it was made. */
async function social(of: ImportApp, as: TestMember) {
  const { files } = await download(of, as)
  const replies = itemsAt(files, 'replies.json', sceneReply)
  return {
    follows: itemsAt(files, 'follows.json', sceneFollow).filter(({ type }) => type === 'following'),
    likes: itemsAt(files, 'likes.json', sceneLike)
      .map(({ type, title, by, createdAt }) => [type, title, by, createdAt])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    replies: replies.map(({ id, text, parentId, log, list, createdAt }) => [
      id,
      text,
      parentId,
      (log ?? list)?.by,
      createdAt,
    ]),
    pictures: replies.map(({ image }) => image !== null && image in files),
  }
}

const notices = (of: ImportApp, { id }: TestMember) =>
  of.db.selectFrom('notifications').select('id').where('member_id', '=', id).execute()

test('on another installation, where the others came before with theirs', async () => {
  const theirs = await social(app, member)
  expect([theirs.follows.length, theirs.likes.length, theirs.replies.length]).toEqual([1, 5, 5])
  const [ofAuthor, ofMember] = [await download(app, author), await download(app, member)]
  const there = {
    author: await buildMember(elsewhere, { username: author.username }),
    member: await buildMember(elsewhere, { username: member.username }),
  }

  // Before the author came there is nothing that it could be about but the author.
  const early = await bring(elsewhere, there.member, ofMember.bytes)
  expect((await social(elsewhere, there.member)).follows).toEqual(theirs.follows)
  const table = await elsewhere.call(downloadImportRows, {
    as: there.member,
    params: { importId: early._id },
  })
  expect((await text(table.data.body)).match(/not-here/g)).toHaveLength(10)

  await bring(elsewhere, there.author, ofAuthor.bytes)
  const before = await notices(elsewhere, there.author)
  const late = await bring(elsewhere, there.member, ofMember.bytes)
  expect(late).toMatchObject({ imported: 11, failed: 0 })
  expect(theirs.pictures).toEqual([false, false, false, true, false])
  expect(await social(elsewhere, there.member)).toEqual(theirs)
  expect(await notices(elsewhere, there.author)).toEqual(before)
  expect(await wrongCounters(elsewhere)).toEqual([])

  expect(await bring(elsewhere, there.member, ofMember.bytes)).toMatchObject({ imported: 0 })
  expect(await social(elsewhere, there.member)).toEqual(theirs)

  for (const { _id: importId } of [late, early])
    await elsewhere.call(removeImport, { as: there.member, params: { importId } })
  expect(await social(elsewhere, there.member)).toEqual({
    follows: [],
    likes: [],
    replies: [],
    pictures: [],
  })
  expect(await wrongCounters(elsewhere)).toEqual([])
})

test('where it was taken back meanwhile; a list that has become private stays so, and removing it keeps what is newer', async () => {
  const theirs = await social(app, member)
  const { bytes, files } = await download(app, member)
  await app.call(toggleFollow, { as: member, params: { userId: member.id, targetId: author.id } })
  await app.call(toggleLogLike, { as: member, params: { logId: log.id } })
  for (const { id: listId } of [list, secret])
    await app.call(toggleListLike, { as: member, params: { listId } })
  await app.call(toggleListSave, { as: member, params: { listId: list.id } })
  const replies = itemsAt(files, 'replies.json', sceneReply)
  for (const { id: replyId } of replies.toReversed())
    await app.call(deleteReplyById, { as: member, params: { replyId } })
  await app.db.updateTable('lists').set({ audience: 'me' }).where('id', '=', secret.id).execute()

  const { _id: importId } = await bring(app, member, bytes)
  const now = await social(app, member)
  expect(now.follows).toEqual(theirs.follows)
  expect(now.replies).toEqual(theirs.replies)
  expect(now.likes).toEqual(theirs.likes.filter(([, title]) => title !== 'Not yet private'))
  expect(await wrongCounters(app)).toEqual([])

  // Taken back and done again by hand; the like of the comment was never taken back.
  for (const _ of [1, 2]) await app.call(toggleLogLike, { as: member, params: { logId: log.id } })
  // Deleted by hand, of which the place stays that somebody answered.
  const { id: replyId } = await app.db
    .selectFrom('replies')
    .select('id')
    .where('member_id', '=', member.id)
    .where('log_id', '=', log.id)
    .where('parent_id', 'is', null)
    .where('text', '<>', '')
    .executeTakeFirstOrThrow()
  await say(author, 'An answer.', replyId)
  await app.call(deleteReplyById, { as: member, params: { replyId } })
  await app.call(removeImport, { as: member, params: { importId } })
  const left = await social(app, member)
  expect([left.follows, left.replies]).toEqual([[], []])
  expect(left.likes.map(([type]) => type)).toEqual(['log', 'reply'])
  expect(await wrongCounters(app)).toEqual([])
})

test('whoever is locked by then is asked, and no longer once the import is removed', async () => {
  const [fan, star] = [await buildMember(app), await buildMember(app)]
  const tap = { as: fan, params: { userId: fan.id, targetId: star.id } }
  await app.call(toggleFollow, tap)
  const { bytes } = await download(app, fan)
  await app.call(toggleFollow, tap)
  await app.call(lockAccount, { as: star, params: { userId: star.id }, body: { locked: true } })
  const before = await notices(app, star)
  const asking = async () =>
    (await app.call(listFollowRequests, { as: star, params: { userId: star.id }, query: {} })).data.map(
      ({ _id }) => _id,
    )
  const { _id: importId, imported } = await bring(app, fan, bytes)
  expect([imported, await asking()]).toEqual([1, [fan.id]])
  expect(await notices(app, star)).toEqual(before)
  expect((await bring(app, fan, bytes)).imported).toBe(0)
  await app.call(removeImport, { as: fan, params: { importId } })
  expect(await asking()).toEqual([])
  expect((await social(app, fan)).follows).toEqual([])
  expect(await wrongCounters(app)).toEqual([])
})

test('of a comment that was only a picture nothing is left where that is broken', async () => {
  const { files } = await download(app, member)
  const replies = itemsAt(files, 'replies.json', sceneReply)
  const { id: replyId } = replies.find(({ image }) => image !== null) ?? { id: '' }
  await app.call(deleteReplyById, { as: member, params: { replyId } })
  const broken = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name,
      name.startsWith('media/') ? bytes.subarray(0, 20) : bytes,
    ]),
  )
  const before = await social(app, member)
  expect(await bring(app, member, Buffer.from(zipSync(broken)))).toMatchObject({ imported: 1, failed: 1 })
  expect(await social(app, member)).toEqual(before)
  expect(await wrongCounters(app)).toEqual([])
  // Whole, it comes.
  expect(await bring(app, member, Buffer.from(zipSync(files)))).toMatchObject({ imported: 2, failed: 0 })
  expect((await social(app, member)).pictures).toContain(true)
})

test('of a file with odd names nothing is made, and nobody follows themselves', async () => {
  const { files } = await download(app, member)
  const json = (items: object[]) =>
    Buffer.from(`[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`)
  const at = new Date(Date.UTC(2024, 0, 2)).toISOString()
  const image = Object.keys(files).find((name) => name.startsWith('media/')) ?? null
  expect(image).not.toBeNull()
  const odd = ['', '../x', "'; drop table logs; --", '0', '\u202e', 'ك'.repeat(400)]
  const given = {
    ...files,
    'follows.json': json(
      [...odd, member.username].map((username) => ({ type: 'following', username, since: at })),
    ),
    'likes.json': json(
      odd.flatMap((id) =>
        ['log', 'reply', 'list', 'saved-list'].map((type) => ({
          type,
          id,
          title: 'x',
          by: id,
          createdAt: at,
        })),
      ),
    ),
    'replies.json': json(
      odd.map((id) => ({
        id,
        log: { id: log.id, by: null, film: { tmdbId: 13, title: 'x', year: null } },
        parentId: id,
        text: 'x',
        gif: id,
        image,
        createdAt: at,
      })),
    ),
  }
  const before = await social(app, member)
  expect(await bring(app, member, Buffer.from(zipSync(given)))).toMatchObject({ imported: 0 })
  expect(await social(app, member)).toEqual(before)
  expect(await wrongCounters(app)).toEqual([])
})

test('a comment below a log that one may not see any more tells nothing of its film', async () => {
  const logsOfComments = async () =>
    itemsAt((await download(app, member)).files, 'replies.json', sceneReply).flatMap(
      (reply) => reply.log ?? [],
    )
  expect((await logsOfComments()).every(({ film }) => film !== null)).toBe(true)
  await app.db.updateTable('logs').set({ audience: 'me' }).where('id', '=', log.id).execute()
  const told = await logsOfComments()
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(({ film }) => film === null)).toBe(true)
})

test('whoever has blocked one is named nowhere, neither as muted nor below what one commented on', async () => {
  const named = async () => Object.values((await download(app, member)).files).map((file) => strFromU8(file))
  const on = (as: TestMember, target: TestMember) => ({ as, params: { userId: as.id, targetId: target.id } })
  await app.call(muteMember, { ...on(member, author), body: {} })
  expect((await named()).filter((text) => text.includes(author.username)).length).toBeGreaterThan(1)
  await app.call(blockMember, on(author, member))
  expect((await named()).filter((text) => text.includes(author.username))).toEqual([])
})
