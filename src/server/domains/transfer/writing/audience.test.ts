import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateLog } from '#shared/api/logs.ts'
import { removeImport } from '#shared/api/transfer.ts'
import type { Audience } from '#shared/audience.ts'
import type { TestMember } from '#test/factories.ts'
import { sceneFiles, sceneLog } from '#test/fakes/exports.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'

// For whom a log is that files bring, whatever came before.

let app: ImportApp
let member: TestMember
beforeAll(async () => {
  app = await startImportApp({ titles: ['Alpha'] })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member()
})

const choose = (audiences: { logs?: Audience; reviews?: Audience }) =>
  app.db
    .updateTable('members')
    .set({ logs_audience: audiences.logs ?? 'members', reviews_audience: audiences.reviews ?? 'members' })
    .where('id', '=', member.id)
    .execute()
const entry = '2023-01-05,Alpha,2000,https://boxd.it/e1'
const files = {
  'diary.csv': [diaryHeader, `${entry},,,,2023-01-05`],
  'reviews.csv': [
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date',
    `${entry},,,Words.,,2023-01-05`,
  ],
  'ratings.csv': [ratingsHeader, '2023-01-05,Alpha,2000,https://boxd.it/a,4'],
  'watched.csv': [filmsHeader, '2023-01-05,Alpha,2000,https://boxd.it/a'],
}
const bring = async (...names: (keyof typeof files)[]) => {
  for (const name of names) await app.bring(member, 'logs', files[name], name)
}
const exported = (given: Parameters<typeof sceneLog>[2]) =>
  app.bringZip(member, sceneFiles([sceneLog(1, 'Alpha', { watchedOn: '2023-01-05', ...given })]))
const told = async () => (await logsOf(app, member.id)).map(({ review, audience }) => [review, audience])

describe('a text that comes later', () => {
  test.each([
    [['diary.csv', 'reviews.csv']],
    [['ratings.csv', 'reviews.csv']],
    [['reviews.csv', 'diary.csv']],
  ] as const)('is for whom reviews are: %j', async (names) => {
    await choose({ reviews: 'me' })
    await bring(...names)
    expect(await told()).toEqual([['Words.', 'me']])
  })

  test('leaves a log, when it is taken back, that is for whom logs are', async () => {
    await choose({ logs: 'me', reviews: 'public' })
    await bring('diary.csv')
    const { _id: importId } = await app.bring(member, 'logs', files['reviews.csv'], 'reviews.csv')
    expect(await told()).toEqual([['Words.', 'public']])
    expect((await app.call(removeImport, { as: member, params: { importId } })).data.removed).toBe(1)
    expect(await told()).toEqual([['', 'me']])
  })

  test('makes nothing wider that the member made narrower', async () => {
    await bring('diary.csv')
    await app.db.updateTable('logs').set({ audience: 'mutuals' }).where('member_id', '=', member.id).execute()
    await bring('reviews.csv')
    expect(await told()).toEqual([['Words.', 'mutuals']])
  })
})

describe('an own export', () => {
  test.each(['me', 'followers', 'public'] as const)(
    'keeps what is for %s so, onto a film that was seen',
    async (audience) => {
      await bring('watched.csv')
      await exported({ review: 'Secret.', audience })
      expect(await told()).toEqual([['Secret.', audience]])
    },
  )

  test('that is newer brings a text for whom it is', async () => {
    await exported({ audience: 'members' })
    await exported({ review: 'Afterthought.', audience: 'me' })
    expect(await told()).toEqual([['Afterthought.', 'me']])
  })
})

test('a first text that a member writes is for whom reviews are, unless it says so', async () => {
  await choose({ reviews: 'me' })
  await bring('diary.csv')
  const [log] = await logsOf(app, member.id)
  const change = (body: object) => app.call(updateLog, { as: member, params: { logId: log?.id ?? '' }, body })
  expect((await change({ review: 'Words.' })).data.audience).toBe('me')
  await change({ review: '', audience: 'members' })
  expect((await change({ review: 'Words.', audience: 'members' })).data.audience).toBeUndefined()
  expect((await change({ review: 'Other words.' })).data.audience).toBeUndefined()
  expect((await change({})).data.review).toBe('Other words.')
})
