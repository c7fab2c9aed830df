import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { addJob } from '#server/core/jobs.ts'
import { registry } from '#shared/api/registry.ts'
import { gifAddressOf } from '#shared/gif.ts'
import { createInvite } from '#server/domains/accounts/invites.service.ts'
import { addRefusal } from '#server/domains/accounts/refusals.service.ts'
import { gifPack } from '#built-in/gifs/pack.ts'
import {
  buildFeed,
  buildLetterboxdFeed,
  buildPasskey,
  buildPlay,
  buildToken,
  buildWebhook,
} from '#test/account-factories.ts'
import {
  buildEvening,
  buildFilm,
  buildImport,
  buildList,
  buildLog,
  buildMember,
  follow,
  type TestMember,
} from '#test/factories.ts'
import { buildReply } from '#test/deletion.ts'
import { startTestApp, type Got, type Sent, type TestApp } from '#test/harness.ts'
import type { AnyEndpoint, FileAnswer } from '#shared/api/endpoint.ts'

/** A member who has `size` of everything: friends, logs, films, lists, likes, replies, notifications. */
interface World {
  size: number
  viewer: TestMember
  friend: TestMember
  film: number
  log: string
  list: string
  import: string
  case: string
  /** Its code. */
  evening: string
}

interface Row {
  sent(world: World): Sent<AnyEndpoint>
  /** The answer is as long whatever there is. */
  fixed?: true
  /** Statements that one more of everything costs: none, but for a file that is made while it is sent. */
  perItem?: number
  /** Of them may each ask for films and members that others do not show: a statement a part at most. */
  parts?: number
}

let app: TestApp
let worlds: { small: World; large: World }

beforeAll(async () => {
  app = await startTestApp()
  worlds = { small: await buildWorld(1), large: await buildWorld(25) }
})
afterAll(() => app.close())

async function buildWorld(size: number): Promise<World> {
  const viewer = await buildMember(app, { role: 'operator' })
  const friends: TestMember[] = []
  const films: { id: number }[] = []
  for (let index = 0; index < size; index++) {
    friends.push(await buildMember(app))
    films.push(await buildFilm(app))
  }
  const [friend] = friends
  const [film] = films
  if (!friend || !film) throw new Error('a world needs a friend and a film')
  const log = await buildLog(app, { author: friend, film, review: 'the one', likeCount: size })
  for (const [index, member] of friends.entries()) {
    await follow(app, viewer, member)
    await follow(app, member, viewer)
    await buildLog(app, { author: member, film, review: `friend ${index}`, rating: 3 })
    await buildLog(app, { author: friend, film, review: `again ${index}` })
    await buildList(app, { author: member, films, likedBy: friends, savedBy: [viewer], editedBy: [viewer] })
  }
  for (const own of films) {
    await buildLog(app, { author: viewer, film: own, review: 'mine', rating: 4, tags: [`of ${own.id}`] })
    await buildLog(app, { author: viewer, film })
    const ownList = await buildList(app, { author: viewer, films, likedBy: friends })
    await buildFeed(app, viewer.id, ownList)
    await buildPlay(app, viewer.id)
    await buildWebhook(app, viewer.id)
  }
  const mine = films.map((own) => ({ member_id: viewer.id, film_id: own.id }))
  await app.db.insertInto('watchlist_items').values(mine).execute()
  await app.db.insertInto('favourites').values(mine).execute()
  await app.db
    .insertInto('poster_overrides')
    .values(mine.map((row) => ({ ...row, poster_path: '/own.jpg' })))
    .execute()
  await buildLetterboxdFeed(app, viewer.id, { items: size })
  const evening = await buildEvening(app, viewer, friends, films)
  const gifs = gifPack.slice(0, size).map((gif) => gifAddressOf('scene', gif.id))
  await app.db
    .insertInto('gifs')
    .values(gifs.map((address) => ({ address, provider: 'scene', width: 200, height: 200 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await app.db
    .updateTable('members')
    .set({ favorite_film_ids: films.slice(0, 4).map((own) => own.id) })
    .where('id', '=', viewer.id)
    .execute()
  await app.db.insertInto('recent_gifs').values({ member_id: viewer.id, addresses: gifs }).execute()
  for (const member of friends) {
    await app.db.insertInto('log_likes').values({ log_id: log.id, member_id: member.id }).execute()
    await app.db
      .insertInto('replies')
      .values({ id: uuidv7(), log_id: log.id, member_id: member.id, text: 'reply' })
      .execute()
    await app.db
      .insertInto('notifications')
      .values({ id: uuidv7(), member_id: viewer.id, from_id: member.id, type: 'reply', log_id: log.id })
      .execute()
    await app.db
      .insertInto('follow_requests')
      .values({ requester_id: member.id, member_id: viewer.id, created_at: new Date() })
      .execute()
    await buildToken(app, viewer.id)
    await buildPasskey(app, viewer.id)
    await app.db
      .insertInto('sessions')
      .values({
        id: uuidv7(),
        member_id: viewer.id,
        token_hash: Buffer.from(uuidv7()),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
  }
  for (const { id: film_id } of films) {
    const doubt = { film_id, candidates: [film.id], reason: 'one-alike', confidence: 60 }
    await app.db.insertInto('film_doubts').values(doubt).execute()
    const from_id = 900_000_000 + (film_id % 1_000_000)
    await app.db.insertInto('film_redirects').values({ from_id, film_id }).execute()
    const merge = { from_id, film_id, film: '{}', merged_at: new Date() }
    await app.db.insertInto('film_merges').values(merge).execute()
    const { id: waiting } = await buildMember(app)
    await app.db.updateTable('members').set({ pending_since: new Date() }).where('id', '=', waiting).execute()
    await createInvite(app.ctx, { memberId: viewer.id }, {})
    const pattern = `${film_id} of ${size}`
    await addRefusal(app.ctx, { memberId: waiting }, { kind: 'name', pattern })
    await addJob(app.db, 'statements.test', {})
    const entry = { at: new Date(), operator_id: viewer.id, act: 'films.accept', member_id: friend.id }
    await app.db.insertInto('audit_log').values(entry).execute()
  }
  for (const [index, { id: film_id }] of films.entries()) {
    const { id: blocked_id } = await buildMember(app)
    const { id: muted_id } = await buildMember(app)
    const word = `word ${index}`
    await app.db.insertInto('blocks').values({ member_id: viewer.id, blocked_id }).execute()
    await app.db.insertInto('mutes').values({ member_id: viewer.id, muted_id, notifications: true }).execute()
    await app.db.insertInto('muted_words').values({ member_id: viewer.id, word, pattern: word }).execute()
    await app.db
      .insertInto('muted_films')
      .values({ member_id: viewer.id, film_id, until_seen: true })
      .execute()
    const { id: refused } = await buildFilm(app)
    await app.db
      .insertInto('refused_films')
      .values({ member_id: viewer.id, film_id: refused, refused_at: new Date() })
      .execute()
  }
  const reportCases = films.map((_, index) => ({
    id: uuidv7(),
    kind: 'address',
    target: `https://elsewhere.example/${size}/${index}`,
    member_id: friend.id,
    content: '{"title":"A page","text":"","image":null,"gif":null,"spoilers":false}',
    report_count: 1,
    opened_at: new Date(),
  }))
  await app.db.insertInto('report_cases').values(reportCases).execute()
  const [reported] = reportCases
  if (!reported) throw new Error('a world needs a report')
  for (const [index, { id: case_id }] of reportCases.entries()) {
    const report = { reason: 'spam', text: `text ${index}`, locale: 'en', created_at: new Date() }
    await app.db
      .insertInto('reports')
      .values({ case_id, reporter_id: viewer.id, ...report })
      .execute()
    if (index > 0) {
      const { id: reporter_id } = await buildMember(app)
      await app.db
        .insertInto('reports')
        .values({ case_id: reported.id, reporter_id, ...report })
        .execute()
    }
    await app.db
      .insertInto('moderation_decisions')
      .values({
        id: uuidv7(),
        case_id,
        member_id: viewer.id,
        moderator_id: friend.id,
        act: 'message',
        ground: 'spam',
        facts: `facts ${index}`,
        decided_at: new Date(),
      })
      .execute()
  }
  await app.db
    .insertInto('year_shares')
    .values({ member_id: viewer.id, year: 2026, key: `year-${size}` })
    .execute()
  const list = await buildList(app, { author: friend, films, likedBy: friends, savedBy: friends })
  for (const member of friends) await buildReply(app, member, { list: list.id })
  let imported = await buildImport(app, { member: viewer, films })
  for (let index = 1; index < size; index++) imported = await buildImport(app, { member: viewer, films })
  const ids = { film: film.id, log: log.id, list: list.id, import: imported.id, case: reported.id }
  return {
    evening,
    size,
    viewer,
    friend,
    ...ids,
  }
}

const plain: Row = { sent: () => ({ query: {} }) }
/** Of everybody's: the limit makes the difference. */
const limited: Row = { sent: ({ size }) => ({ query: { limit: size } }) }
const ofViewer: Row = { sent: ({ viewer }) => ({ params: { userId: viewer.id }, query: {} }) }
const ofImport: Row = { sent: (world) => ({ params: { importId: world.import }, query: {} }) }
const ofFilm: Row = { sent: ({ film }) => ({ params: { movieId: film, id: film }, query: {} }) }
const byText = (few: string, many: string, more = {}): Row => ({
  sent: ({ size }) => {
    const text = size > 1 ? many : few
    return { query: { q: text, query: text, ...more } }
  },
})

/** People of the built-in catalogue: one with many films, one with few. */
const nolan = 900025191
const ahd = 850901673

const rows: Record<string, Row> = {
  getAuthSettings: { ...plain, fixed: true },
  checkEmail: { sent: ({ viewer }) => ({ query: { email: viewer.email } }), fixed: true },
  checkUsername: { sent: ({ viewer }) => ({ query: { username: viewer.username } }), fixed: true },
  getSecurity: plain,
  getCaller: { ...plain, fixed: true },
  listTokens: plain,
  resolveGuestPath: { sent: ({ viewer }) => ({ query: { path: `/@${viewer.username}` } }), fixed: true },
  listFeeds: plain,
  listPlayers: plain,
  listPlays: plain,
  listWebhooks: plain,
  getLetterboxdFeed: plain,
  getSettings: { ...plain, fixed: true },
  getStreaming: { ...plain, fixed: true },
  listEvenings: { ...plain, fixed: true },
  getEvening: { sent: ({ evening }) => ({ params: { code: evening } }) },
  getNotificationSettings: { ...plain, fixed: true },
  previewDigest: { ...plain, fixed: true },
  listSessions: plain,
  // Friends and who wrote the popular reviews.
  getFilm: { ...ofFilm, parts: 1 },
  getFilmRegion: { sent: ({ film }) => ({ params: { id: film, region: 'SA' } }), fixed: true },
  getFilmCollection: { ...ofFilm, fixed: true },
  listFilmLists: ofFilm,
  listSeenPeople: { sent: () => ({ query: { role: 'actor' } }), fixed: true },
  getFilmMarks: ofViewer,
  getSeen: { sent: ({ viewer, film }) => ({ params: { userId: viewer.id, movieId: film } }), fixed: true },
  listTrending: { ...plain, fixed: true },
  listStarters: { ...plain, fixed: true },
  browseFilms: { ...plain, fixed: true },
  listFilmValues: { ...plain, fixed: true },
  // Both of names that no film has: what is called so is asked for further.
  getSearchHints: { ...byText('al pacino', 'tom hanks'), fixed: true },
  searchFilms: byText('godfather part iii', 'love'),
  searchPeople: byText('al pacino', 'anna', { role: 'actor' }),
  listTrendingGifs: { ...plain, fixed: true },
  searchGifs: byText('sad cat', 'sad'),
  listRecentGifs: plain,
  getPerson: { sent: () => ({ params: { id: nolan } }), fixed: true },
  getPersonCredits: { sent: ({ size }) => ({ params: { id: size > 1 ? nolan : ahd } }) },
  listFriendsLists: plain,
  listMemberLists: ofViewer,
  listMyLists: plain,
  listPopularLists: limited,
  listSavedLists: plain,
  listEditedLists: plain,
  getList: { sent: ({ list }) => ({ params: { listId: list } }) },
  searchLists: { sent: ({ size }) => ({ query: { query: 'list', limit: size } }) },
  getHome: { ...plain, parts: 4 },
  getFeed: { sent: ({ viewer }) => ({ params: { userId: viewer.id }, query: { limit: 50 } }) },
  // Whoever commented is read once where the process does not keep them.
  getLog: { sent: ({ log }) => ({ params: { logId: log } }), parts: 1 },
  listFriendsReviews: plain,
  listNewReviews: { ...plain, fixed: true },
  listPopularFilms: { ...plain, fixed: true },
  listDayLogs: plain,
  listReplies: { sent: ({ log }) => ({ params: { logId: log }, query: {} }) },
  listListReplies: { sent: ({ list }) => ({ params: { listId: list }, query: {} }) },
  listWeekLogs: plain,
  listMonthLogs: plain,
  listFriendsLogs: ofFilm,
  listMemberFilmLogs: { sent: ({ viewer, film }) => ({ params: { userId: viewer.id, movieId: film } }) },
  listMemberFilms: ofViewer,
  listMemberLogs: ofViewer,
  getMemberRatings: { ...ofViewer, fixed: true },
  listMemberTags: ofViewer,
  getMemberTag: {
    sent: ({ viewer, film }) => ({ params: { userId: viewer.id }, query: { tag: `of ${film}` } }),
    fixed: true,
  },
  getDiary: {
    sent: ({ viewer }) => ({ params: { userId: viewer.id }, query: { today: '2026-03-10' } }),
    fixed: true,
  },
  listDiary: {
    sent: ({ viewer }) => ({ params: { userId: viewer.id, period: String(new Date().getUTCFullYear()) } }),
  },
  getDiaryCalendar: {
    sent: ({ viewer }) => ({ params: { userId: viewer.id, month: new Date().toISOString().slice(0, 7) } }),
    fixed: true,
  },
  listPopularReviews: { sent: ({ film }) => ({ params: { movieId: film }, query: { all: true } }) },
  getMember: ofViewer,
  getSafety: ofViewer,
  listRefused: plain,
  getAudiences: { ...ofViewer, fixed: true },
  listFollowRequests: ofViewer,
  countFollowRequests: { ...ofViewer, fixed: true },
  listFollowers: ofViewer,
  listFollowing: ofViewer,
  listMembers: limited,
  listMutuals: ofViewer,
  listSuggestions: { ...ofViewer, fixed: true },
  countUnread: { ...ofViewer, fixed: true },
  listNotifications: plain,
  listNotificationGroups: plain,
  getPoster: { ...ofFilm, fixed: true },
  listFilmPosters: { ...ofFilm, fixed: true },
  listMemberPosters: ofViewer,
  listImports: plain,
  getHealth: { ...plain, fixed: true },
  getFigures: { ...plain, fixed: true },
  getAssistantFigures: { ...plain, fixed: true },
  getStorage: { ...plain, fixed: true },
  getMail: { ...plain, fixed: true },
  getBackups: { ...plain, fixed: true },
  listSettings: { ...plain, fixed: true },
  listAccounts: limited,
  listJobs: limited,
  listAuditLog: limited,
  listFilmDoubts: limited,
  listInvites: limited,
  listPendingMembers: limited,
  listRefusals: limited,
  listFilmMerges: limited,
  countFilmDoubts: { ...plain, fixed: true },
  getImport: ofImport,
  countImportDoubts: { ...ofImport, fixed: true },
  previewImportRemoval: { ...ofImport, fixed: true },
  getSharedYear: { sent: ({ size }) => ({ params: { key: `year-${size}` } }), fixed: true },
  listImportRows: ofImport,
  downloadImportRows: ofImport,
  getProgress: ofViewer,
  getStatistics: { ...ofViewer, fixed: true },
  getYearReview: { sent: ({ viewer }) => ({ params: { userId: viewer.id, year: 2024 } }), fixed: true },
  listFavourites: ofViewer,
  listWatchlist: ofViewer,
  // Each list is read once for the JSON and once for the table, the rest in pages.
  downloadExport: { ...plain, perItem: 2 },
  getWatchlistStatus: { ...ofFilm, fixed: true },
  listOwnReports: plain,
  listStatements: plain,
  listCases: { sent: ({ size }) => ({ query: { state: 'open', limit: size } }) },
  countCases: { ...plain, fixed: true },
  getCase: { sent: (world) => ({ params: { caseId: world.case } }) },
}

const reads = registry.filter(({ endpoint }) => endpoint.method === 'GET')

test('every call that reads has a row here, and every row a call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(reads.map(({ name }) => name).toSorted())
})

test.each(reads)('$name costs as many statements for much as for little', async ({ name, endpoint }) => {
  const row = rows[name]
  if (!row) throw new Error(`${name} has no row`)
  const cost = async (world: World) => {
    const sent = { ...row.sent(world), as: world.viewer }
    // What only a first call does, such as opening a connection, is not what is counted.
    const first = await app.call(endpoint, sent)
    expect(first.status).toBe(200)
    const bytes = await lengthOf(endpoint, first)
    const statements = await app.countStatements(async () =>
      lengthOf(endpoint, await app.call(endpoint, sent)),
    )
    return { statements, bytes }
  }
  const [small, large] = [await cost(worlds.small), await cost(worlds.large)]
  const more = worlds.large.size - worlds.small.size
  const growth = large.statements - small.statements - more * (row.perItem ?? 0)
  expect(growth).toBeGreaterThanOrEqual(-(row.parts ?? 0))
  expect(growth).toBeLessThanOrEqual(row.parts ?? 0)
  expect(large.bytes).toBeGreaterThan(row.fixed ? 0 : small.bytes * 1.5)
})

const lengthOf = async ({ file }: AnyEndpoint, { data }: Got<AnyEndpoint>): Promise<number> =>
  file ? (await buffer((data as FileAnswer).body)).length : JSON.stringify(data).length
