import sharp from 'sharp'
import { markSeen } from '#shared/api/seen.ts'
import { gifPack } from '#built-in/gifs/pack.ts'
import { backdropUrl } from '#server/domains/films/films.views.ts'
import { filmPictures } from '#server/domains/films/pictures.service.ts'
import { claim, storeImage } from '#server/domains/media/media.service.ts'
import { buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import type { TestApp } from '#test/harness.ts'
import { fiveFilms } from './exports.ts'

/** Texts that formats stumble over. */
const hardTexts = [
  'One.\n\nTwo, "three"; ‘four’.',
  '=SUM(1;2)',
  "'=quoted already",
  '-1 of 5 <b>not bold</b> &amp; a < b & c <br> </i> <!-- -->',
  'مراجعة، بالعربية؟\n\u200fسطر ثانٍ',
  '👩‍👩‍👧‍👦 🇫🇷 é é \u2028 ﷺ',
  '@all +1 ＝1+1',
  'a,b;c\td\\e\n,"\n""',
  '&lt;i&gt; stays as it is; &#39; &nbsp;',
  `${'ñ'.repeat(9999)}${'📽'.repeat(5000)}`,
  '',
]

const day = (index: number) => `2024-02-${String(index + 1).padStart(2, '0')}`

/** A member whose history is as hard to carry as one can be. */
export async function buildHardHistory(app: TestApp) {
  const { db, ctx } = app
  const member = await buildMember(app)
  const films = await fiveFilms(app)
  const filmAt = (index: number) => films[index % films.length] ?? { id: 0 }
  const image = await keep(app, member, 'log')
  const pictures = await filmPictures(ctx, filmAt(1).id)
  const logs: string[] = []
  const log = async (index: number, given: { rating?: number; watchedAt?: string; review?: string }) => {
    const createdAt = new Date(Date.UTC(2024, 2, 1, 12, 0, logs.length, 7))
    const { id } = await buildLog(app, { author: member, film: filmAt(index), createdAt, ...given })
    logs.push(id)
  }
  for (const [index, review] of hardTexts.entries())
    await log(index, {
      review,
      ...(index < 10 && { rating: (index + 1) / 2 }),
      ...(index !== 4 && { watchedAt: day(index) }),
    })
  // The same film thrice on one day, and twice on none.
  for (const review of ['Again.', 'Again.', 'And again.']) await log(0, { review, watchedAt: day(0) })
  for (const rating of [3.5, 3.5]) await log(2, { rating })
  await buildLog(app, { author: member, film: filmAt(1), watchedAt: '1999-12-31', createdAt: new Date() })
  const change = (index: number, set: object) =>
    db
      .updateTable('logs')
      .set(set)
      .where('id', '=', logs[index] ?? '')
      .execute()
  await change(0, { spoilers: true, rewatch_count: 3, tags: ['cinema', 'with a friend', '=tag', 'سينما'] })
  await change(1, { backdrop: backdropUrl(pictures.backdrops.at(-1)?.file_path ?? null) })
  await change(2, { gif: `/gifs/scene/${gifPack[3]?.id ?? ''}.webp`, rewatch_count: 1 })
  await change(3, { image })
  // What is thought of films now: other than on the evening, nothing any more, and as the diary says.
  for (const [index, rating] of [
    [1, 0.5],
    [3, 0],
    [4, 4],
  ] as const)
    await app.call(markSeen, {
      as: member,
      params: { userId: member.id, movieId: filmAt(index).id },
      body: { rating },
    })
  for (const [index, film] of films.entries()) {
    const kept = {
      member_id: member.id,
      film_id: film.id,
      created_at: new Date(Date.UTC(2023, 5, 1 + index, 5)),
    }
    await db
      .insertInto('watchlist_items')
      .values({ ...kept, audience: index % 2 === 1 ? 'me' : 'members' })
      .execute()
    if (index > 0) await db.insertInto('favourites').values(kept).execute()
  }
  const list = { author: member, createdAt: new Date('2022-01-02T03:04:05.678Z') }
  const order = [2, 0, 4, 1, 3].map((index) => filmAt(index))
  const noted = await buildList(app, {
    ...list,
    title: 'مرتبة ★',
    films: order,
    isRanked: true,
    cover: await keep(app, member, 'cover'),
  })
  await app.db
    .updateTable('lists')
    .set({ tags: ['été', 'سهرة', 'to show'] })
    .where('id', '=', noted.id)
    .execute()
  await app.db
    .updateTable('list_films')
    .set({ note: 'The stairs,\n"again", و=1' })
    .where('list_id', '=', noted.id)
    .where('position', '=', 1)
    .execute()
  await buildList(app, { author: member, title: '../CON', films: [filmAt(3), filmAt(1)], isPrivate: true })
  await buildList(app, { author: member, title: 'Nothing yet', isPrivate: true, isRanked: true })
  await buildList(app, { author: member, title: 'Nothing yet' })
  await db
    .updateTable('members')
    .set({ favorite_film_ids: [3, 1, 0].map((index) => filmAt(index).id) })
    .where('id', '=', member.id)
    .execute()
  const poster = pictures.posters.find((one) => one.file_path !== pictures.poster)
  await db
    .insertInto('poster_overrides')
    .values({ member_id: member.id, film_id: filmAt(1).id, poster_path: poster?.file_path ?? '' })
    .execute()
  return { member, logs }
}

async function keep({ ctx }: TestApp, { id }: TestMember, kind: 'log' | 'cover'): Promise<string> {
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#a30' } })
    .png()
    .toBuffer()
  const path = await storeImage(ctx, { owner: id, kind, bytes })
  await ctx.transact((tx) => claim(tx, path, id, kind))
  return path
}
