import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestResetCode } from '#shared/api/accounts.ts'
import { toggleFollow } from '#shared/api/members.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { startChatServer } from '#test/fakes/chat-completions-server.ts'
import { startIdentityServer } from '#test/fakes/identity-server.ts'
import { letterboxdCsv } from '#test/letterboxd-csv.ts'
import { missingFields } from '#test/missing-fields.ts'

// The calls that other clients rely on, written out and not by the contract, so that the wire itself is proven: who
// gets which status, and the names of the fields.

const parasite = 496243
const whiplash = 244786
const bongJoonHo = 900495980

let app: Awaited<ReturnType<typeof startAccountsApp>>
let issuer: Awaited<ReturnType<typeof startIdentityServer>>
let model: Awaited<ReturnType<typeof startChatServer>>
/** Whose things the paths name; `friend` and both of them follow each other. */
let owner: TestMember
let other: TestMember
let friend: TestMember
let notification: string
let logId: string
let replyId: string
let listId: string
let picture: Buffer

beforeAll(async () => {
  issuer = await startIdentityServer()
  model = await startChatServer()
  const assistant = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'a-model' }
  app = await startAccountsApp({ ...issuer.env, ...assistant })
  owner = await buildMember(app)
  other = await buildMember(app)
  friend = await buildMember(app)
  await follow(app, owner, friend)
  await follow(app, other, friend)
  for (const targetId of [owner.id, other.id])
    await app.call(toggleFollow, { as: friend, params: { userId: friend.id, targetId } })
  const film = await buildFilm(app, { id: parasite, title: 'Parasite' })
  for (const author of [friend, owner])
    logId = (await buildLog(app, { author, film, review: 'Stairs.', rating: 4.5, watchedAt: '2024-05-01' }))
      .id
  replyId = await buildReply(app, owner, logId)
  for (const author of [owner, other, friend])
    await buildList(app, {
      author,
      title: 'Houses',
      films: [film],
      likedBy: [other],
      savedBy: [owner, other],
    })
  listId = (await buildList(app, { author: owner, title: 'Homes', films: [film], cover: '/art/cover.webp' }))
    .id
  const kept = { member_id: owner.id, film_id: parasite }
  await app.db.insertInto('watchlist_items').values(kept).execute()
  await app.db
    .insertInto('poster_overrides')
    .values({ ...kept, poster_path: '/poster496243-1.jpg' })
    .execute()
  const row = await app.db
    .selectFrom('notifications')
    .select('id')
    .where('member_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  notification = row.id
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await app.close()
  await issuer.close()
  await model.close()
})

type Fields = Record<string, string | number>

interface Sent {
  query?: Fields
  body?: unknown
  /** Sends the picture as this part. */
  file?: string
  /** Sends a CSV of Letterboxd as `file`, with one more column. */
  csv?: string
  /** Sends these as a form. */
  form?: Fields
  /** Instead of what a name in the path stands for by itself. */
  at?: Fields
}

/** Statuses for a guest, another member and the owner. */
type Statuses = [guest: number, other: number, owner: number]
const open: Statuses = [200, 200, 200]
const members: Statuses = [401, 200, 200]
const ownOnly: Statuses = [401, 403, 200]

const session = 'token user._id user.username user.email user.avatar'
const profile = '_id username avatar bio profileBackdrop backdrop followers following favoriteFilms socials'
const log =
  '[] _id tmdbId posterOverride review rating rewatchCount createdAt watchedAt title user._id user.username user.avatar likes'
const list = '[] _id title coverImage user.username likes isPrivate'
const wholeList =
  '_id title description coverImage isPrivate isRanked movies.0.id movies.0.title movies.0.poster likes savedBy ' +
  'user._id user.username user.avatar movies.0.posterOverride'
const film = '[] id title poster_path overview vote_average vote_count release_date original_language adult'
const favourite = '[] tmdbId title poster_path'
const notice =
  '[] _id type from._id from.username from.avatar read createdAt message relatedId listId movieId reviewId'
const wholeLog =
  '_id user._id user.username user.avatar movie.id movie.title movie.poster movie.poster_path movie.backdrop_path ' +
  'movie.release_date movie.runtime movie.posterOverride tmdbId title poster rating review rewatch rewatchCount ' +
  'watchedAt createdAt gif image customPoster posterOverride customBackdrop reviewBackdrop backdrop likes'
const reply =
  '_id userId username avatar text gif image likes createdAt parentComment ratingForThisMovie rating'
const anObject = ''

/** A log and a comment of the owner's for each call that uses one up. */
const anotherLog = async () => ({
  at: { id: (await buildLog(app, { author: owner, film: { id: parasite } })).id },
})
const anotherList = async () => ({
  at: { id: (await buildList(app, { author: owner, films: [{ id: parasite }] })).id },
})
const ofList = (more: Sent = {}) => ({ at: { id: listId, listId }, ...more })
const anotherReply = async () => ({ at: { replyId: await buildReply(app, owner, logId) } })

/** An account of its own for each call that uses one up. */
async function account() {
  const { username, email } = await app.signUp()
  return { username, email }
}

async function resetCode() {
  const { username, email } = await account()
  await app.codeFor(email)
  await app.call(requestResetCode, { body: { username, email } })
  return { email, code: await app.codeFor(email, 2) }
}

/** Method and path, statuses, and the fields of the answer (`[]`: of each item of an array). */
const table: [call: string, statuses: Statuses, answer: string, send?: () => Sent | Promise<Sent>][] = [
  ['GET /api/auth/check-username', open, 'available', () => ({ query: { username: 'nobody_yet' } })],
  ['GET /api/auth/check-email', open, 'available', () => ({ query: { email: 'nobody@example.org' } })],
  ['POST /api/auth/register', open, session, async () => ({ body: await app.form() })],
  [
    'POST /api/auth/verify-email-code',
    open,
    anObject,
    async () => {
      const { email } = await account()
      return { body: { email, code: await app.codeFor(email) } }
    },
  ],
  [
    'POST /api/auth/login',
    open,
    session,
    async () => ({ body: { email: (await account()).email, password } }),
  ],
  ['POST /api/auth/google', open, session, async () => ({ body: { credential: await issuer.sign() } })],
  ['POST /api/auth/request-reset-code', open, anObject, async () => ({ body: await account() })],
  ['POST /api/auth/verify-reset-code', open, anObject, async () => ({ body: await resetCode() })],
  [
    'POST /api/auth/reset-password',
    open,
    anObject,
    async () => ({ body: { ...(await resetCode()), newPassword: 'another one' } }),
  ],
  ['POST /api/upload/{userId}/upload-avatar', ownOnly, 'avatar', () => ({ file: 'avatar' })],
  ['POST /api/upload/avatar/{id}', ownOnly, 'avatar', () => ({ file: 'avatar' })],
  // The "image-hosting provider" of the table is Scene itself.
  ['POST /api/upload/signup-avatar', open, 'secure_url', () => ({ file: 'avatar' })],
  ['GET /api/users/{userId}', members, profile],
  ['GET /api/users', members, '[] _id username avatar following'],
  ['GET /api/users', members, '[] _id username avatar', () => ({ query: { query: friend.username } })],
  [
    'PATCH /api/users/{id}',
    ownOnly,
    'user._id user.bio user.favoriteFilms user.socials',
    () => ({ body: { bio: 'Films.', favoriteFilms: [{ tmdbId: parasite }], socials: { X: '@scene' } } }),
  ],
  ['POST /api/users/{userId}/follow/{targetId}', ownOnly, 'following followersCount'],
  ['GET /api/users/{id}/followers', members, 'followers user.username'],
  ['GET /api/users/{id}/following', members, 'following user.username'],
  ['POST /api/users/{userId}/favorites/{movieId}', ownOnly, favourite],
  ['GET /api/users/{userId}/favorites', members, favourite],
  [
    'DELETE /api/users/{userId}/favorites/{movieId}',
    ownOnly,
    favourite,
    () => ({ at: { movieId: whiplash } }),
  ],
  ['GET /api/users/{id}/watchlist', members, '[] tmdbId id title poster_path posterOverride isPrivate'],
  [
    'GET /api/users/{id}/watchlist',
    members,
    '[] tmdbId',
    () => ({ query: { sort: 'release', order: 'asc', genre: 'all' } }),
  ],
  ['GET /api/watchlist/status/{movieId}', members, 'inWatchlist'],
  ['POST /api/watchlist/toggle', members, 'inWatchlist', () => ({ body: { movieId: whiplash } })],
  ['GET /api/logs/feed/{userId}', ownOnly, log],
  ['GET /api/logs/day', members, log],
  ['GET /api/logs/week', members, log],
  ['GET /api/logs/month', members, log],
  ['GET /api/logs/user/{userId}', members, log],
  ['GET /api/movies/trending', members, film],
  ['GET /api/movies/search', members, 'results.0.id results.0.title', () => ({ query: { q: 'parasite' } })],
  ['GET /api/lists/user/{userId}', members, list],
  ['GET /api/lists/my', members, list],
  ['GET /api/lists/saved', members, list],
  ['GET /api/lists/popular', members, list],
  ['GET /api/lists/friends', members, list],
  ['GET /api/lists/search', members, list, () => ({ query: { query: 'houses' } })],
  ['GET /api/lists/search', members, list, () => ({ query: { q: 'houses' } })],
  [
    'POST /api/posters/batch',
    members,
    String(parasite),
    () => ({ body: { userId: owner.id, movieIds: [parasite, whiplash] } }),
  ],
  ['GET /api/posters/{movieId}', members, 'posterOverride', () => ({ query: { userId: owner.id } })],
  ['GET /api/posters/user/{userId}', members, '[] movieId url'],
  [
    'POST /api/posters/{movieId}',
    members,
    'posterOverride',
    () => ({ body: { posterUrl: '/t/p/w500/poster496243-2.jpg' } }),
  ],
  ['GET /api/logs/proxy/tmdb/images/{movieId}', members, 'posters.0.file_path posters.0.vote_count'],
  ['GET /api/movies/{id}', members, 'title backdrops.0', () => ({ at: { id: parasite } })],
  ['GET /api/tmdb/person/{id}', members, 'name profile_path biography', () => ({ at: { id: bongJoonHo } })],
  [
    'GET /api/tmdb/person/{id}/credits',
    members,
    'cast crew.0.poster_path crew.0.title crew.0.id crew.0.popularity crew.0.job',
    () => ({ at: { id: bongJoonHo } }),
  ],
  ['DELETE /api/watchlist/{userId}/watchlist/{movieId}', ownOnly, 'inWatchlist'],
  ['GET /api/notifications', members, notice],
  ['GET /api/notifications/unread/{userId}', ownOnly, 'count'],
  [
    'PATCH /api/notifications/read-single/{id}',
    [401, 404, 200],
    anObject,
    () => ({ at: { id: notification } }),
  ],
  ['PATCH /api/notifications/read', members, anObject],
  ['GET /api/logs/{logId}', members, `${wholeLog} replies.0._id`],
  [
    'POST /api/logs/full',
    members,
    wholeLog,
    () => ({
      form: {
        movieId: whiplash,
        review: 'Drums.',
        rating: '4.5',
        rewatch: 'true',
        rewatchCount: 2,
        gif: '',
        watchedAt: '2024-05-01',
        title: 'Whiplash',
        poster: '/p.jpg',
        backdrop: '/b.jpg',
      },
      file: 'image',
    }),
  ],
  ['PATCH /api/logs/{logId}', ownOnly, wholeLog, () => ({ form: { review: 'Stairs, again.' } })],
  [
    'PATCH /api/logs/{logId}/backdrop',
    ownOnly,
    wholeLog,
    () => ({ body: { backdrop: '/backdrop496243-1.jpg' } }),
  ],
  ['DELETE /api/logs/{id}', ownOnly, anObject, anotherLog],
  ['GET /api/logs/user/{userId}/movie/{movieId}', members, `[] ${wholeLog}`],
  ['GET /api/logs/movie/{movieId}/popular', members, `[] ${wholeLog} replies`],
  [
    'GET /api/logs/movie/{movieId}/popular',
    members,
    `[] ${wholeLog} replies`,
    () => ({ query: { all: 'true' } }),
  ],
  ['GET /api/logs/movie/{movieId}/friends', members, `[] ${wholeLog}`],
  ['POST /api/logs/{logId}/like', members, anObject],
  ['POST /api/logs/{logId}/reply', members, reply, () => ({ form: { text: 'Agreed.' } })],
  [
    'POST /api/logs/{logId}/reply',
    members,
    reply,
    () => ({
      form: {
        text: '',
        parentComment: replyId,
        gif: '',
        image: `data:image/png;base64,${picture.toString('base64')}`,
      },
    }),
  ],
  ['GET /api/logs/{logId}/replies', members, `[] ${reply}`],
  ['POST /api/logs/{logId}/replies/{replyId}/like', members, anObject],
  ['DELETE /api/logs/{logId}/replies/{replyId}', ownOnly, anObject, anotherReply],
  ['DELETE /api/replies/{replyId}', ownOnly, anObject, anotherReply],
  [
    'POST /api/lists',
    members,
    wholeList,
    () => ({
      body: {
        title: 'Rain',
        description: 'For grey days.',
        coverImage: '',
        isPrivate: false,
        isRanked: true,
        movies: [{ id: parasite, title: 'Parasite', poster: '/t/p/w500/poster496243-0.jpg' }],
      },
    }),
  ],
  ['GET /api/lists/{id}', members, wholeList, () => ofList()],
  [
    'PATCH /api/lists/{id}',
    ownOnly,
    wholeList,
    () =>
      ofList({
        body: {
          title: 'Homes and houses',
          isRanked: true,
          movies: [
            { id: whiplash, title: 'Whiplash', poster: null },
            { id: parasite, title: 'Parasite', poster: '/t/p/w500/poster496243-0.jpg' },
          ],
        },
      }),
  ],
  ['POST /api/lists/{id}/like', members, 'liked likeCount likes', () => ofList()],
  ['POST /api/lists/{id}/save', members, 'saved saveCount', () => ofList()],
  [
    'POST /api/lists/{id}/add',
    ownOnly,
    `${wholeList} movies.1.id`,
    async () => ({
      ...(await anotherList()),
      body: { id: whiplash, title: 'Whiplash', poster: '/t/p/w500/poster244786-0.jpg' },
    }),
  ],
  ['POST /api/lists/{listId}/share', members, 'sent', () => ofList({ body: { recipients: [friend.id] } })],
  ['DELETE /api/lists/{id}', ownOnly, anObject, anotherList],
  ['POST /api/upload/list-cover', members, 'url', () => ({ file: 'image' })],
  ['POST /api/scenebot', members, 'reply', () => ({ body: { message: 'Hello', lang: 'english' } })],
  [
    'POST /api/scenebot/translate',
    members,
    'translated',
    () => ({ body: { text: 'Hello', target: 'french' } }),
  ],
  ['POST /api/letterboxd/logs', members, 'message importId', () => ({ csv: 'Rating' })],
  ['POST /api/letterboxd/watchlist', members, 'message importId', () => ({ csv: '' })],
  ['DELETE /api/users/{id}', ownOnly, anObject],
]

async function call(text: string, sent: Sent, token: string | null) {
  const [method = '', path = ''] = text.split(' ')
  const names: Fields = {
    id: owner.id,
    userId: owner.id,
    targetId: other.id,
    movieId: parasite,
    logId,
    replyId,
    ...sent.at,
  }
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name])),
    app.url,
  )
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, String(value))
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.form ?? {})) form.set(name, String(value))
  if (sent.file) form.set(sent.file, new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'me.png')
  if (sent.csv !== undefined)
    form.set('file', new Blob([letterboxdCsv(sent.csv)], { type: 'text/csv' }), 'letterboxd.csv')
  if (sent.body !== undefined) headers.set('content-type', 'application/json')
  const body =
    sent.file || sent.form || sent.csv !== undefined
      ? form
      : sent.body === undefined
        ? null
        : JSON.stringify(sent.body)
  const response = await fetch(url, { method, headers, body })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

test.each(table)(
  '%s answers a guest, another member and the owner with %j',
  async (text, statuses, row, send) => {
    const tokens = [null, other.token, owner.token]
    for (const [index, token] of tokens.entries()) {
      const { status, answer } = await call(text, (await send?.()) ?? {}, token)
      expect([index, status, answer]).toEqual([index, statuses[index], answer])
      const fields = status === 200 ? row : 'error code requestId'
      expect([index, missingFields(answer, fields)]).toEqual([index, []])
    }
  },
)
