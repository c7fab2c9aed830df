import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkEmail, checkUsername, requestResetCode } from '#shared/api/accounts.ts'
import { createLog, getLog, toggleLogLike } from '#shared/api/logs.ts'
import { deleteMember, getMember, toggleFollow, updateMember } from '#shared/api/members.ts'
import { deleteReplyById } from '#shared/api/replies.ts'
import { addFavourite, toggleWatchlist } from '#shared/api/shelves.ts'
import { codeJobKeys, codeRequestKey } from '#server/domains/accounts/codes.service.ts'
import { claim, pruneMedia, storeImage } from '#server/domains/media/media.service.ts'
import { buildList, buildReply, likeReply, tablesWith, wrongCounters } from '#test/deletion.ts'
import { startAccountsApp } from '#test/fakes/accounts-app.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'

let app: Awaited<ReturnType<typeof startAccountsApp>>
let picture: Buffer
let film: { id: number; title: string }
beforeAll(async () => {
  app = await startAccountsApp()
  film = await buildFilm(app)
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
})
afterAll(() => app.close())

const erase = (as: { id: string; token: string }, userId = as.id) =>
  app.call(deleteMember, { params: { userId }, as })

async function storedFiles(): Promise<string[]> {
  const folder = join(app.ctx.config.dataDir, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
const nameOf = (path: string) => path.split('/').at(-1) ?? ''

async function keepPicture(owner: { id: string }, kind: 'log' | 'reply' | 'cover') {
  const path = await storeImage(app.ctx, { owner: owner.id, kind, bytes: picture })
  await app.ctx.transact((tx) => claim(tx, path, owner.id, kind))
  return path
}

describe('a deleted account', () => {
  const signUp = async (username: string) => {
    const avatar = await app.uploadAvatar()
    return { ...(await app.signUp({ username, avatar })), avatar }
  }
  let gone: Awaited<ReturnType<typeof signUp>>
  let friend: TestMember
  let stranger: TestMember
  beforeEach(async () => {
    gone = await signUp(`Gone_${uuidv7().slice(-8)}`)
    friend = await buildMember(app)
    stranger = await buildMember(app)
  })

  const like = (as: TestMember | typeof gone, logId: string) =>
    app.call(toggleLogLike, { params: { logId }, as })
  const replyRow = (id: string) =>
    app.db.selectFrom('replies').selectAll().where('id', '=', id).executeTakeFirst()

  test('leaves nothing of the member in any table, any file or any queue', async () => {
    const as = gone
    const params = { userId: gone.id }
    await app.call(updateMember, {
      params,
      as,
      body: { bio: 'About me', favoriteFilms: [{ id: film.id }], socials: { X: gone.username } },
    })
    const { data: log } = await app.call(createLog, {
      body: { movieId: film.id, rating: 4, review: 'Mine', favorite: true },
      files: { image: { bytes: picture } },
      as,
    })
    const othersLog = await buildLog(app, { author: friend, film, review: 'Theirs' })
    await app.call(toggleWatchlist, { body: { movieId: (await buildFilm(app)).id }, as })
    await app.call(addFavourite, { params: { ...params, movieId: film.id }, as })
    await app.db
      .insertInto('poster_overrides')
      .values({ member_id: gone.id, film_id: film.id, poster_path: '/p.jpg' })
      .execute()
    await app.db
      .updateTable('members')
      .set({ google_id: `google-of-${gone.username}`, name: `Name of ${gone.username}` })
      .where('id', '=', gone.id)
      .execute()
    for (const other of [friend, stranger]) {
      await app.call(toggleFollow, { params: { ...params, targetId: other.id }, as })
      await app.call(toggleFollow, { params: { userId: other.id, targetId: gone.id }, as: other })
      await like(other, log._id)
    }
    await like(gone, othersLog.id)
    await like(stranger, othersLog.id)
    await like(gone, log._id)
    const cover = await keepPicture(gone, 'cover')
    await buildList(app, gone, { film, likers: [gone, friend], cover })
    const othersList = await buildList(app, friend, { film, likers: [gone, stranger] })
    const ownPicture = await keepPicture(gone, 'reply')
    const othersPicture = await keepPicture(friend, 'reply')
    const below = await buildReply(app, friend, log._id, { image: othersPicture })
    await buildReply(app, stranger, log._id, { parent: below })
    const leaf = await buildReply(app, gone, othersLog.id, { image: ownPicture })
    const parent = await buildReply(app, gone, othersLog.id)
    await buildReply(app, friend, othersLog.id, { parent })
    const theirs = await buildReply(app, stranger, othersLog.id)
    for (const id of [leaf, parent, theirs]) await likeReply(app, gone, id)
    await buildReply(app, stranger, { list: othersList })
    await buildReply(app, gone, { list: othersList })
    await likeReply(app, friend, parent)
    await app.db
      .insertInto('notifications')
      .values([
        { id: uuidv7(), member_id: stranger.id, from_id: gone.id, type: 'share-list', list_id: othersList },
        { id: uuidv7(), member_id: gone.id, from_id: stranger.id, type: 'reply', reply_id: theirs },
        { id: uuidv7(), member_id: friend.id, from_id: stranger.id, type: 'review_like', log_id: log._id },
      ])
      .execute()
    await app.codeFor(gone.email)
    await app.call(requestResetCode, { body: { username: gone.username, email: gone.email } })
    await app.codeFor(gone.email, 2)
    await app.jobsDone()
    await app.db
      .insertInto('dev_mails')
      .values({ recipient: gone.email.toUpperCase(), subject: 's', body: gone.username })
      .execute()
    // For tomorrow: the worker must not take them before the deletion does.
    const codeRequest = codeRequestKey('verify-email', gone.email.toLowerCase())
    const [request = '', mail = ''] = codeJobKeys(codeRequest)
    await app.ctx.transact(async (tx) => {
      const runAt = new Date(Date.now() + 86_400_000)
      const email = gone.email.toLowerCase()
      const asked = { purpose: 'verify-email', email, username: null, isLocal: true } as const
      await tx.addJob('accounts.send-code', asked, { key: request, runAt })
      const code = { to: gone.email, template: 'verify-email', locale: 'en', code: '123456' } as const
      await tx.addJob('mail.send', code, { key: mail, runAt })
    })
    const unfinished = await storeImage(app.ctx, { owner: gone.id, kind: 'log', bytes: picture })

    const needles = [gone.id, gone.username, gone.email, gone.avatar, cover, ownPicture, unfinished]
    const before = await Promise.all(needles.map((text) => tablesWith(app, text)))
    expect(Object.keys(before[0] ?? {}).length).toBeGreaterThan(15)
    for (const found of before) expect(found).not.toEqual({})
    expect(before[2]).toMatchObject({ 'graphile_worker._private_jobs': 2, 'public.dev_mails': 1 })
    const requests = () => app.db.selectFrom('code_requests').select('key_hash').execute()
    expect((await requests()).length).toBe(2)

    expect(await erase(gone)).toMatchObject({ status: 200, data: { ok: true } })

    await pruneMedia(app.ctx)
    await expect
      .poll(() => Promise.all([...needles, log._id, othersPicture].map((text) => tablesWith(app, text))), {
        timeout: 5000,
      })
      .toEqual([...needles, log._id, othersPicture].map(() => ({})))
    const files = await storedFiles()
    for (const path of [...needles.filter((text) => text.startsWith('/media/')), log.image, othersPicture])
      expect(files).not.toContain(nameOf(path ?? ''))
    expect(await requests()).toEqual([])
    expect(await wrongCounters(app)).toEqual([])

    const others = await app.call(getLog, { params: { logId: othersLog.id }, as: friend })
    expect(others.data).toMatchObject({ likeCount: 1, likes: [stranger.id], replyCount: 2 })
    expect(await replyRow(leaf)).toBeUndefined()
    expect(await replyRow(parent)).toMatchObject({
      member_id: null,
      text: '',
      gif: null,
      image: null,
      deleted: true,
      like_count: 1,
    })
    expect((await app.call(getLog, { params: { logId: log._id }, as: friend })).status).toBe(404)
    expect((await app.call(getMember, { params, as: friend })).status).toBe(404)
    for (const other of [friend, stranger]) {
      const { data } = await app.call(getMember, { params: { userId: other.id }, as: other })
      expect(data).toMatchObject({ followersCount: 0, followingCount: 0, followers: [], following: [] })
    }
  })

  test('has no session and no socket, and its names are free', async () => {
    const socket = io(app.url, {
      auth: { token: gone.token },
      transports: ['websocket'],
      reconnection: false,
    })
    onTestFinished(() => void socket.close())
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve)
      socket.on('connect_error', reject)
    })
    await erase(gone)
    await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(false)
    const again = await erase(gone)
    expect([again.status, again.error.code]).toEqual([401, 'auth.required'])
    expect((await app.call(getMember, { params: { userId: friend.id }, as: gone })).status).toBe(401)
    const { username, email } = gone
    expect((await app.call(checkUsername, { query: { username } })).data.available).toBe(true)
    expect((await app.call(checkEmail, { query: { email } })).data.available).toBe(true)
    const next = await app.signUp({ username, email })
    expect(next.id).not.toBe(gone.id)
    const { data } = await app.call(getMember, { params: { userId: next.id }, as: next })
    expect(data).toMatchObject({ followersCount: 0, filmsCount: 0, bio: '' })
  })

  test('leaves a thread as it was, with a placeholder only where others’ replies hang below', async () => {
    const log = await buildLog(app, { author: friend, film, review: 'Theirs' })
    // gone > gone > stranger: both stay. gone > gone: both go. stranger > gone: it goes. gone > deleted > stranger:
    // it stays. gone > deleted > gone: all go.
    const top = await buildReply(app, gone, log.id)
    const inner = await buildReply(app, gone, log.id, { parent: top })
    const deep = await buildReply(app, stranger, log.id, { parent: inner })
    const alone = await buildReply(app, gone, log.id)
    const aloneBelow = await buildReply(app, gone, log.id, { parent: alone })
    const kept = await buildReply(app, stranger, log.id)
    const answer = await buildReply(app, gone, log.id, { parent: kept })
    const above = await buildReply(app, gone, log.id)
    const between = await buildReply(app, friend, log.id, { parent: above })
    await buildReply(app, stranger, log.id, { parent: between })
    const lost = await buildReply(app, gone, log.id)
    const lostBetween = await buildReply(app, friend, log.id, { parent: lost })
    await buildReply(app, gone, log.id, { parent: lostBetween })
    for (const replyId of [between, lostBetween])
      await app.call(deleteReplyById, { params: { replyId }, as: friend })
    expect(await replyRow(lostBetween)).toMatchObject({ member_id: null, deleted: true })
    await erase(gone)
    for (const id of [lost, lostBetween]) expect(await replyRow(id)).toBeUndefined()
    for (const id of [top, inner, above])
      expect(await replyRow(id)).toMatchObject({ member_id: null, text: '', deleted: true })
    for (const id of [alone, aloneBelow, answer]) expect(await replyRow(id)).toBeUndefined()
    expect(await replyRow(deep)).toMatchObject({ parent_id: inner, member_id: stranger.id, deleted: false })
    const query = { replies: 3 }
    const { data } = await app.call(getLog, { params: { logId: log.id }, query, as: friend })
    expect(data.replyCount).toBe(3)
    expect(JSON.stringify(data)).not.toContain(gone.username)
    expect(data.replies.map((one) => one._id)).toEqual([kept])
    expect(await wrongCounters(app)).toEqual([])
  })

  test('is deleted by nobody else', async () => {
    for (const other of [friend, stranger]) {
      const { status, error } = await erase(other, gone.id)
      expect([status, error.code]).toEqual([403, 'request.not_yours'])
    }
    expect((await app.call(deleteMember, { params: { userId: gone.id } })).status).toBe(401)
    expect((await app.call(getMember, { params: { userId: gone.id }, as: friend })).status).toBe(200)
  })

  test('stays whole when a step fails', async () => {
    const broken = await startAccountsApp({}, { jobs: false })
    onTestFinished(() => broken.close())
    const avatar = await broken.uploadAvatar()
    const member = await broken.signUp({ avatar })
    const log = await buildLog(broken, { author: member, film: await buildFilm(broken) })
    // The last of all steps.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      broken.db,
    )
    await sql`create trigger refuse before delete on members execute function refuse()`.execute(broken.db)
    const { status } = await broken.call(deleteMember, { params: { userId: member.id }, as: member })
    expect(status).toBe(500)
    const profile = await broken.call(getMember, { params: { userId: member.id }, as: member })
    expect(profile.data).toMatchObject({ avatar, filmsCount: 1 })
    expect((await fetch(new URL(avatar, broken.url))).status).toBe(200)
    expect((await broken.call(getLog, { params: { logId: log.id }, as: member })).status).toBe(200)
  })

  test('keeps no log that is written while it is deleted', async () => {
    const write = () =>
      app.call(createLog, { body: { movieId: film.id, rating: 4, review: 'Late' }, as: gone })
    expect((await write()).status).toBe(200)
    const late = Array.from({ length: 6 }, write)
    const [erased, ...written] = await Promise.all([
      erase(gone),
      ...late,
      ...Array.from({ length: 6 }, write),
    ])
    expect(erased.status).toBe(200)
    // The session or the member may be gone by then.
    for (const { status } of written) expect([200, 401, 404]).toContain(status)
    expect(await app.db.selectFrom('logs').select('id').where('member_id', '=', gone.id).execute()).toEqual(
      [],
    )
    expect(await app.db.selectFrom('diaries').where('member_id', '=', gone.id).execute()).toEqual([])
    expect(await wrongCounters(app)).toEqual([])
  })

  test('costs the same number of statements however much there is', async () => {
    const quiet = await buildMember(app)
    // Who logged nothing changes no film's numbers, which are one statement.
    await buildLog(app, { author: quiet, film })
    for (let count = 0; count < 5; count++) {
      const log = await buildLog(app, { author: gone, film })
      await buildReply(app, friend, log.id)
      await buildReply(app, gone, (await buildLog(app, { author: friend, film })).id)
      await follow(app, await buildMember(app), gone)
      await buildList(app, gone, { film, likers: [friend] })
    }
    // The hourly look after a session and the clean-up of files come beside; they are not counted.
    const statements = async (member: { id: string; token: string }) =>
      (await app.recordStatements(() => erase(member))).filter(
        ({ text }) =>
          /^\s*(with|select|update|delete|insert)/i.test(text) && !/delete from "media"/.test(text),
      ).length
    expect(await statements(gone)).toBe(await statements(quiet))
  })
})
