import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsSession } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import { createReply, deleteReply } from '#shared/api/replies.ts'
import { buildReply } from '#test/deletion.ts'
import {
  buildFilm,
  buildImport,
  buildList,
  buildLog,
  buildMember,
  follow,
  type TestMember,
} from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder } from '#test/preview-page.ts'
import { rawCall } from '#test/raw-call.ts'

// Canaries in everything that is its owner's only; every call that reads is asked by everybody else, in every way it
// has, and none may sing.

const canary = 'Zwartvogel'
const parasite = 496243

let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp
let owner: TestMember
/** Follows the owner, is followed back, liked and saved the list while it was public. */
let fan: TestMember
let stranger: TestMember
let secretFilm: number
/** With a comment that sang and was deleted; an answer keeps its place. */
let logId: string
/** Private by now. */
let listId: string
let importId: string

beforeAll(async () => {
  web = await buildWebFolder()
  app = await startTestApp({ webFolder: web.folder })
  owner = await buildMember(app)
  fan = await buildMember(app)
  stranger = await buildMember(app)
  await follow(app, fan, owner)
  await follow(app, owner, fan)
  const open = await buildFilm(app, { id: parasite, title: 'Parasite' })
  const film = await buildFilm(app, { title: `${canary} the film` })
  secretFilm = film.id
  await app.db
    .updateTable('films')
    .set({ poster_path: `/${canary}.jpg`, overview: canary })
    .where('id', '=', secretFilm)
    .execute()
  logId = (await buildLog(app, { author: owner, film: open, review: 'Stairs.' })).id
  const { data: comment } = await app.call(createReply, {
    as: owner,
    params: { logId },
    body: { text: canary },
  })
  await buildReply(app, fan, logId, { parent: comment._id })
  await app.call(deleteReply, { as: owner, params: { logId, replyId: comment._id } })
  await buildLog(app, { author: fan, film: open, review: 'Rain.' })
  const given = {
    author: owner,
    films: [film, open],
    title: `${canary} list`,
    cover: `/media/covers/${canary}.webp`,
  }
  await buildList(app, { ...given, isPrivate: true })
  const closed = await buildList(app, { ...given, likedBy: [fan], savedBy: [fan], isPrivate: true })
  listId = closed.id
  importId = (await buildImport(app, { member: owner, films: [film], title: canary })).id
  await app.db.updateTable('lists').set({ description: canary }).execute()
  await app.db
    .insertInto('watchlist_items')
    .values([
      { member_id: owner.id, film_id: secretFilm, audience: 'me' },
      { member_id: owner.id, film_id: parasite },
    ])
    .execute()
  await app.db
    .insertInto('notifications')
    .values({ id: uuidv7(), member_id: fan.id, from_id: owner.id, type: 'share-list', list_id: closed.id })
    .execute()
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

const searched = [canary, canary.toLowerCase(), 'zwart', 'zwartvogle', '%', '_', 'vogel', `${canary} list`]
const sorts = ['added', 'release', 'rating', 'runtime', 'created', 'watched', 'likes', 'favorites']
const queries = [
  '',
  'limit=1',
  'limit=100',
  ...searched.flatMap((text) =>
    ['query', 'q'].map((name) => `${name}=${encodeURIComponent(text)}&role=actor`),
  ),
  ...sorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&order=asc&limit=1`]),
  'genre=all',
  'all=true',
  'answers=1',
  'role=actor',
]

const reads = registry.filter(({ endpoint }) => endpoint.method === 'GET' && needsSession(endpoint.access))

async function answers(
  path: string,
  as: TestMember,
): Promise<{ status: number; text: string; next: string | null }> {
  const { status, text, headers } = await rawCall(app, { method: 'GET', path, as })
  return {
    status,
    text: text + decodeURIComponent(headers.get('x-next-cursor') ?? ''),
    next: headers.get('x-next-cursor'),
  }
}

const pathOf = (path: string, viewer: TestMember) =>
  [owner.id, viewer.id].map((userId) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) =>
      /movie|^id$/i.test(name) ? String(parasite) : ({ logId, listId, importId }[name] ?? userId),
    ),
  )

/** Those of the queries that a call knows something of. */
function queriesOf(path: string): string[] {
  const schema = reads.find(({ endpoint }) => endpoint.path === path)?.endpoint.query
  const known = schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
  return queries.filter((query) => query === '' || known.includes(query.split('=')[0] ?? ''))
}

/** Each answer that sings, by its address. */
async function singing(path: string, viewer: TestMember): Promise<string[]> {
  const found = await Promise.all(
    pathOf(path, viewer).flatMap((at) =>
      queriesOf(path).map(async (query) => {
        const first = await answers(`${at}?${query}`, viewer)
        const second = first.next ? await answers(`${at}?${query}&cursor=${first.next}`, viewer) : null
        const text = first.text + (second?.text ?? '') + Buffer.from(first.next ?? '', 'base64url').toString()
        return text.includes(canary) || text.includes(String(secretFilm)) ? [`${at}?${query}`] : []
      }),
    ),
  )
  return found.flat()
}

describe.each([
  ['a fan', () => fan],
  ['a stranger', () => stranger],
])('%s', (_name, who) => {
  test.each(reads)('hears nothing from $domain $name', async ({ endpoint }) => {
    expect(await singing(endpoint.path, who())).toEqual([])
  })
})

test('link previews tell nobody, not even the owner', async () => {
  const shown = [`/list/${listId}`, `/review/${logId}`, `/profile/${owner.id}`, `/movie/${parasite}`]
  const embedded = shown.map((path) => `/oembed?url=${encodeURIComponent(app.url + path)}`)
  for (const path of [...shown, ...embedded, `/og/list/${listId}.jpg`])
    for (const headers of [{}, { authorization: `Bearer ${owner.token}` }]) {
      const text = await (await fetch(app.url + path, { headers })).text()
      expect([path, text.includes(canary) || text.includes(String(secretFilm))]).toEqual([path, false])
    }
  expect((await fetch(`${app.url}/og/list/${listId}.jpg`)).status).toBe(404)
})

test('the owner hears it where it belongs', async () => {
  const heard = await Promise.all(
    [
      '/api/lists/:listId',
      '/api/lists/user/:userId',
      '/api/lists/my',
      '/api/lists/search',
      '/api/users/:userId/watchlist',
    ].map((path) => singing(path, owner)),
  )
  expect(heard.every((addresses) => addresses.length > 0)).toBe(true)
})

test('an old notification keeps its place and loses its title', async () => {
  const { data } = await rawCall(app, { method: 'GET', path: '/api/notifications', as: fan })
  expect(data).toMatchObject([{ type: 'share-list', title: null, poster: null }])
})

test('a list that is opened again is where it was', async () => {
  await app.db.updateTable('lists').set({ audience: 'members' }).execute()
  const { text } = await answers('/api/lists/saved?', fan)
  expect(text).toContain(canary)
  expect((await answers(`/api/lists/${listId}`, stranger)).text).toContain(canary)
  await app.db.updateTable('lists').set({ audience: 'me' }).execute()
  expect((await answers('/api/lists/saved?', fan)).text).toBe('[]')
})
