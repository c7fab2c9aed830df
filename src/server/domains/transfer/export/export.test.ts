import { audienceKinds } from '#shared/audience.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { deleteMember } from '#shared/api/members.ts'
import { deleteReply } from '#shared/api/replies.ts'
import { downloadExport } from '#shared/api/transfer.ts'
import { buildHistory, download, itemsAt, jsonAt, reviews, textAt } from '#test/fakes/exports.ts'
import { buildFilm, buildList, buildMember } from '#test/factories.ts'
import { read } from '#test/fakes/import-files.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { sceneList, sceneLog, sceneWatchlistItem, type SceneFilm } from '../scene-format.ts'
import { exportOf } from './export.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const toFilm = ({
  id,
  title,
  original_title,
  release_date,
}: {
  id: number
  title: string
  original_title: string
  release_date: string
}): SceneFilm => ({
  tmdbId: id,
  title,
  originalTitle: original_title,
  shownTitle: title,
  year: Number(release_date.slice(0, 4)),
})

describe('a whole history', () => {
  let world: Awaited<ReturnType<typeof buildHistory>>
  let got: Awaited<ReturnType<typeof download>>
  beforeAll(async () => {
    world = await buildHistory(app)
    got = await download(app, world.member)
  })

  test('comes as an attachment that nobody keeps', () => {
    expect(got.status).toBe(200)
    expect(got.name).toMatch(new RegExp(`^scene-${world.member.username}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(got.headers.get('content-encoding')).toBeNull()
  })

  test('tells in scene.json what is in it', () => {
    const { member } = world
    expect(jsonAt(got.files, 'scene.json')).toEqual({
      format: 'scene-export',
      version: 1,
      exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      member: {
        id: member.id,
        username: member.username,
        name: 'Layla',
        email: member.email,
        emailVerifiedAt: expect.any(String),
        bio: 'Films.',
        avatar: world.media.avatar.slice(1),
        backdrop: null,
        socials: {},
        favouriteFilms: [world.films[1], world.films[0]].map((film) => film && toFilm(film)),
        recentGifs: [],
        locale: 'en',
        discoverable: true,
        searchEngines: false,
        filmTitles: 'my-language',
        lesserKnownFilms: false,
        spoilers: 'seen',
        scheduledExport: 'never',
        locked: false,
        audiences: Object.fromEntries(audienceKinds.map((kind) => [kind, 'members'])),
        sharedYears: [],
        passkeys: [],
        tokens: [],
        notifications: null,
        webhooks: [],
        letterboxdFeed: null,
        timeZone: null,
        streaming: null,
        players: [],
        twoStepCodesSince: null,
        createdAt: expect.any(String),
      },
      counts: {
        logs: 7,
        replies: 1,
        likes: 4,
        watchlist: 5,
        ratings: 5,
        favourites: 5,
        lists: 2,
        follows: 2,
        hidden: 5,
        posters: 1,
        plays: 0,
        notifications: 1,
        media: 3,
      },
    })
  })

  test('has every log with all of it, the oldest first', () => {
    const logs = itemsAt(got.files, 'logs.json', sceneLog)
    expect(logs.map((log) => log.id)).toEqual(world.logs)
    expect(logs.slice(0, 5).map((log) => log.review)).toEqual(reviews)
    const [film] = world.films
    expect(logs[0]).toEqual({
      id: world.logs[0],
      origin: null,
      film: film && toFilm(film),
      rating: 0.5,
      review: reviews[0],
      reviewEmphasis: [],
      spoilers: true,
      watchedOn: '2024-01-01',
      rewatchCount: 3,
      seenOnly: false,
      audience: 'members',
      tags: ['cinema', 'with a friend'],
      gif: '/gifs/scene/x.webp',
      image: world.media.image.slice(1),
      backdrop: null,
      createdAt: '2024-01-10T20:30:00.000Z',
      updatedAt: expect.any(String),
    })
    expect(textAt(got.files, 'logs.json').split('\n')).toHaveLength(10)
  })

  test('has the rest, in order', () => {
    const films = world.films.map(toFilm)
    expect(itemsAt(got.files, 'watchlist.json', sceneWatchlistItem)).toEqual(
      films.map((film, index) => ({
        film,
        private: index === 1,
        audience: index === 1 ? 'me' : 'members',
        addedAt: `2023-06-0${index + 1}T00:00:00.000Z`,
      })),
    )
    expect(itemsAt(got.files, 'lists.json', sceneList)).toMatchObject([
      { title: 'Best of all', ranked: true, private: false, films: films.toReversed() },
      { title: 'Best: of all', ranked: false, private: true, films: [films[2], films[0]] },
    ])
    expect(jsonAt(got.files, 'favourites.json')).toHaveLength(5)
    const by = world.friend.username
    expect(jsonAt(got.files, 'likes.json')).toMatchObject([
      { type: 'log', by },
      { type: 'reply', by },
      { type: 'list', by, title: 'Open to all' },
      { type: 'saved-list', by, title: 'Open to all' },
    ])
    expect(jsonAt(got.files, 'replies.json')).toMatchObject([
      { text: `words of ${world.member.id}`, log: { by, film: films[0] }, parentId: null },
    ])
    expect(jsonAt(got.files, 'follows.json')).toMatchObject([
      { type: 'following', username: by },
      { type: 'follower', username: by },
    ])
    expect(jsonAt(got.files, 'posters.json')).toEqual([{ film: films[0], poster: '/mine.jpg' }])
    expect(jsonAt(got.files, 'notifications.json')).toMatchObject([
      { type: 'suggest_movie', from: by, film: films[0], readAt: null },
    ])
  })

  test('has the files of one’s own and only those', () => {
    const media = Object.keys(got.files).filter((path) => path.startsWith('media/'))
    expect(media.toSorted()).toEqual(
      Object.values(world.media)
        .map((path) => path.slice(1))
        .toSorted(),
    )
    for (const path of media) expect(textAt(got.files, path)).toBe(path.slice('media/'.length))
  })

  test('has what Letterboxd reads, and nothing that a spreadsheet runs', () => {
    const diary = textAt(got.files, 'letterboxd/diary-1.csv')
    expect(diary).toContain('tmdbID,imdbID,Title,Year,Directors,WatchedDate,Rating,Rewatch,Tags,Review\r\n')
    expect(diary).toContain('496243,,Parasite,2019,,2024-01-01,0.5,Yes,"cinema, with a friend","One.\n\nTwo')
    expect(textAt(got.files, 'letterboxd/ratings.csv')).toContain('\r\n496243,,Parasite,2019,,0.5\r\n')
    expect(diary).toContain(",'=SUM(1;2)")
    expect(diary).not.toMatch(/(^|,|\n)"?[=+@-]/)
    expect(Object.keys(got.files).filter((path) => path.startsWith('letterboxd/'))).toEqual([
      'letterboxd/diary-1.csv',
      'letterboxd/watched.csv',
      'letterboxd/ratings.csv',
      'letterboxd/watchlist.csv',
      'letterboxd/lists/best-of-all.csv',
      'letterboxd/lists/best-of-all-2.csv',
    ])
  })

  test('gives Letterboxd the notes of lists, which come back from the table alone', async () => {
    const member = await buildMember(app)
    const { id } = await buildList(app, {
      author: member,
      title: 'Night trains',
      films: world.films.slice(0, 2),
    })
    const note = '=odd, "quoted"\n<b>and & so</b>'
    await app.db
      .updateTable('list_films')
      .set({ note })
      .where('list_id', '=', id)
      .where('position', '=', 1)
      .execute()
    const { files } = await download(app, member)
    const table = textAt(files, 'letterboxd/lists/night-trains.csv')
    expect(table).toMatch(/^tmdbID,imdbID,Title,Year,Directors,Description\r\n/)
    expect(table).toContain("'=odd")
    expect(table).not.toContain('<b>')
    const { rows } = await read('night-trains.csv', table)
    expect(rows.map(({ entry }) => [entry.kind, entry.tmdbId, entry.list?.title, entry.note])).toEqual([
      ['list-film', world.films[0]?.id, 'night-trains', undefined],
      ['list-film', world.films[1]?.id, 'night-trains', note],
    ])
  })

  test('has nothing of others and nothing secret', () => {
    const all = Object.values(got.files)
      .map((bytes) => Buffer.from(bytes).toString('latin1'))
      .join('\n')
    expect(all).toContain(world.member.email)
    const secrets = [world.friend.email, world.friend.id, world.friend.token, world.member.token]
    for (const text of [...secrets, 'canary', 'token_hash', 'password']) expect(all).not.toContain(text)
  })
})

test('films that only the built-in database knows have no number for Letterboxd', async () => {
  const member = await buildMember(app)
  const film = await buildFilm(app, { title: '=Made up', releaseDate: '' })
  await app.db.insertInto('watchlist_items').values({ member_id: member.id, film_id: film.id }).execute()
  const { files } = await download(app, member)
  expect(textAt(files, 'letterboxd/watchlist.csv')).toBe(
    "tmdbID,imdbID,Title,Year,Directors\r\n,,'=Made up,,\r\n",
  )
})

test('lists have file names that every system takes, each its own', async () => {
  const member = await buildMember(app)
  const titles = [
    'CON',
    'a/b\\c:d*?"<>|..',
    'A b c d',
    '../../etc/passwd',
    'أفلام مُفضَّلة',
    'اُردو हिन्दी',
    '🎬🎬',
    '🎞',
    'é',
    'e\u0301',
    'É 2',
    `${'𝒳'.repeat(99)} end`,
    '...',
  ]
  for (const [index, title] of titles.entries())
    await buildList(app, { author: member, title, createdAt: new Date(Date.UTC(2024, 0, 1 + index)) })
  const { files } = await download(app, member)
  const names = Object.keys(files).flatMap((path) => /^letterboxd\/lists\/(.*)\.csv$/.exec(path)?.[1] ?? [])
  expect(names).toEqual([
    'list-con',
    'a-b-c-d',
    'a-b-c-d-2',
    'etc-passwd',
    'أفلام-مُفضَّلة',
    'اُردو-हिन्दी',
    'list',
    'list-2',
    'é',
    'é-2',
    'é-2-2',
    '𝒳'.repeat(60),
    'list-3',
  ])
})

test('a picture that is missing in the store is left out, and so is what a ZIP has no room for', async () => {
  const { member, media } = await buildHistory(app)
  await app.ctx.storage.remove(media.cover.slice('/media/'.length))
  const { files } = await download(app, member)
  expect(jsonAt(files, 'scene.json')).toMatchObject({ counts: { media: 2 } })
  const small = unzipSync(await buffer(exportOf(app.ctx, member.id, { files: 1, bytes: 1000 })))
  expect(jsonAt(small, 'scene.json')).toMatchObject({ counts: { media: 1, mediaLeftOut: 2 } })
  const tiny = unzipSync(await buffer(exportOf(app.ctx, member.id, { files: 9, bytes: 50 })))
  expect(jsonAt(tiny, 'scene.json')).toMatchObject({ counts: { media: 1, mediaLeftOut: 2 } })
})

test('what was taken away since, by the member or by others, is in it no more', async () => {
  const { member, friend } = await buildHistory(app)
  const reply = await app.db
    .selectFrom('replies')
    .select(['id', 'log_id'])
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const params = { logId: reply.log_id ?? '', replyId: reply.id }
  expect((await app.call(deleteReply, { as: member, params })).status).toBe(200)
  await app.db.updateTable('lists').set({ audience: 'me' }).where('member_id', '=', friend.id).execute()
  const { files } = await download(app, member)
  expect(jsonAt(files, 'replies.json')).toEqual([])
  expect(jsonAt(files, 'likes.json')).toMatchObject([{ type: 'log' }, { type: 'reply' }])

  const erased = await app.call(deleteMember, { as: friend, params: { userId: friend.id } })
  expect(erased.status).toBe(200)
  const after = await download(app, member)
  for (const path of ['likes.json', 'follows.json', 'notifications.json'])
    expect(jsonAt(after.files, path)).toEqual([])
  expect(
    Object.keys(after.files)
      .map((path) => textAt(after.files, path))
      .join('\n'),
  ).not.toContain(friend.username)
})

test('a guest gets nothing', async () => {
  const { status, error } = await app.call(downloadExport)
  expect([status, error.code]).toEqual([401, 'auth.required'])
})

test('a sixth export within the hour is refused', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
  try {
    const member = await buildMember(limited)
    for (let times = 0; times < 5; times++) expect((await download(limited, member)).status).toBe(200)
    const { status, error, headers } = await limited.call(downloadExport, { as: member })
    expect([status, error.code]).toEqual([429, 'request.rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
  } finally {
    await limited.close()
  }
})

describe('20,000 logs', () => {
  const review = 'word '.repeat(40).trim()
  let member: Awaited<ReturnType<typeof buildMember>>
  beforeAll(async () => {
    member = await buildMember(app)
    const film = await buildFilm(app)
    await sql`
      insert into logs (id, member_id, film_id, review, rating, watched_at, created_at)
      select gen_random_uuid(), ${member.id}, ${film.id}, ${review} || n, 7, '2024-01-01', now() - n / 3 * interval '1 second'
      from generate_series(1, 20000) n`.execute(app.db)
  })

  const logPages = (statements: { text: string }[]) =>
    statements.filter(({ text }) => text.includes('from logs l')).length

  test('are all there, in parts that Letterboxd takes', async () => {
    const { files } = await download(app, member)
    const logs = itemsAt(files, 'logs.json', sceneLog)
    expect(new Set(logs.map((log) => log.id)).size).toBe(20_000)
    expect(logs.map((log) => log.createdAt)).toEqual(logs.map((log) => log.createdAt).toSorted())
    const parts = Object.keys(files).filter((path) => path.startsWith('letterboxd/diary-'))
    expect(parts.length).toBeGreaterThan(4)
    for (const part of parts) expect(files[part]?.length).toBeLessThan(1_000_000)
    const lines = parts.flatMap((part) => textAt(files, part).trim().split('\r\n').slice(1))
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(logs.map((log) => log.review))
  })

  test('are read no faster than they are sent', async () => {
    const bytes = exportOf(app.ctx, member.id)
    const pages = await app.recordStatements(async () => {
      for (let pieces = 0; pieces < 4; pieces++) await bytes.next()
    })
    expect(logPages(pages)).toBe(1)
    await bytes.return(undefined)
  })

  test('are let go of when the caller leaves', async () => {
    const leave = new AbortController()
    const statements = await app.recordStatements(async () => {
      const { body } = await fetch(`${app.url}/api/export`, {
        headers: { authorization: `Bearer ${member.token}` },
        signal: leave.signal,
      })
      await body?.getReader().read()
      leave.abort()
      // Whatever is still made is made now.
      let seen = -1
      const connections = () => app.ctx.pool.totalCount - app.ctx.pool.idleCount
      await expect
        .poll(async () => {
          const before = seen
          seen = connections()
          return [before, seen]
        })
        .toEqual([0, 0])
    })
    // Of 80 pages for the JSON and 80 for the CSV.
    expect(logPages(statements)).toBeLessThan(80)
  })
})
