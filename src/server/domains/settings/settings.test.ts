import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeed } from '#shared/api/feeds.ts'
import { lockAccount } from '#shared/api/follow-requests.ts'
import { updateMember } from '#shared/api/members.ts'
import { updateNotificationSettings } from '#shared/api/notification-settings.ts'
import { createPlayer } from '#shared/api/players.ts'
import { blockMember, getSafety, muteFilm, muteMember, muteWord } from '#shared/api/safety.ts'
import { getSettings } from '#shared/api/settings.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { SCHEDULED_EXPORT: 'mail', SMTP_URL: 'smtp://localhost' } })
})
afterAll(() => app.close())

const read = async (as: TestMember) => (await app.call(getSettings, { as })).data

test('of each screen of settings a word or a number: nothing at first, then what was set there', async () => {
  const member = await buildMember(app)
  const params = { userId: member.id }
  expect(await read(member)).toEqual({
    filmTitles: 'my-language',
    locked: false,
    hidden: 0,
    quiet: null,
    services: 0,
    secondStep: false,
    players: 0,
    keys: 0,
    scheduledExport: 'never',
  })

  const quiet = { from: '22:30', to: '07:00' }
  const [blocked, muted] = [await buildMember(app), await buildMember(app)]
  const film = await buildFilm(app)
  await app.call(lockAccount, { as: member, params, body: { locked: true } })
  await app.call(blockMember, { as: member, params: { ...params, targetId: blocked.id } })
  await app.call(muteMember, { as: member, params: { ...params, targetId: muted.id }, body: {} })
  const over = {
    member_id: member.id,
    muted_id: (await buildMember(app)).id,
    ends_at: new Date(0),
    notifications: false,
  }
  await app.db.insertInto('mutes').values(over).execute()
  await app.call(muteWord, { as: member, params, body: { word: 'ending' } })
  await app.call(muteFilm, { as: member, params: { ...params, movieId: film.id }, body: {} })
  await app.call(updateNotificationSettings, { as: member, body: { quiet } })
  await app.call(createPlayer, { as: member, body: { kind: 'plex', userNames: [] } })
  await app.call(createFeed, { as: member, body: { kind: 'diary' } })
  await app.call(updateMember, {
    as: member,
    params,
    body: { scheduledExport: 'monthly', filmTitles: 'original' },
  })
  await app.db
    .insertInto('member_services')
    .values(
      [8, 9].map((id) => ({ member_id: member.id, provider_id: id, region: 'SA', name: `Service ${id}` })),
    )
    .execute()
  const step = { member_id: member.id, secret: Buffer.alloc(1) }
  await app.db.insertInto('second_steps').values(step).execute()
  const set = {
    filmTitles: 'original',
    locked: true,
    hidden: 4,
    quiet,
    services: 2,
    // It is not confirmed yet.
    secondStep: false,
    players: 1,
    keys: 1,
    scheduledExport: 'monthly',
  }
  expect(await read(member)).toEqual(set)
  await app.db.updateTable('second_steps').set({ confirmed_at: new Date() }).execute()
  expect(await read(member)).toEqual({ ...set, secondStep: true })
  expect(await read(blocked)).toMatchObject({ locked: false, hidden: 0, keys: 0 })

  // Whom the list does not show any more is not counted either: nobody learns of a block by it.
  await app.call(blockMember, { as: muted, params: { userId: muted.id, targetId: member.id } })
  const { data: safety } = await app.call(getSafety, { as: member, params })
  const { blocked: blocks, muted: mutes, words, films } = safety
  expect((await read(member)).hidden).toBe(blocks.length + mutes.length + words.length + films.length)
  expect(mutes).toEqual([])
})

test('no word of exports where none are made', async () => {
  const without = await startTestApp()
  try {
    const { data } = await without.call(getSettings, { as: await buildMember(without) })
    expect(data.scheduledExport).toBeNull()
  } finally {
    await without.close()
  }
})
