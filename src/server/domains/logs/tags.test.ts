import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMemberLogs } from '#shared/api/logs.ts'
import { changeMemberTag, getMemberTag, listMemberTags } from '#shared/api/tags.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const write = async (author: TestMember, tags: string[], more = {}) =>
  buildLog(app, { author, film: await buildFilm(app), review: 'seen', tags, ...more })

const change = (as: TestMember, tag: string, to: string | null) =>
  app.call(changeMemberTag, { as, params: { userId: as.id }, body: { tag, to } })

const tagsOf = async (as: TestMember) =>
  (await app.call(listMemberLogs, { as, params: { userId: as.id }, query: {} })).data
    .map((log) => log.tags)
    .toReversed()

const countsOf = async (as: TestMember) =>
  (await app.call(listMemberTags, { as, params: { userId: as.id } })).data

describe('one tag', () => {
  test('is told with its logs and the tags beside it, whatever its case', async () => {
    const member = await buildMember(app)
    await write(member, ['Noir', 'rain', 'city'])
    await write(member, ['Noir', 'rain'])
    await write(member, ['rain', 'garden'])
    const reader = await buildMember(app)
    const ask = (tag: string) =>
      app.call(getMemberTag, { as: reader, params: { userId: member.id }, query: { tag } })
    expect((await ask('NOIR')).data).toEqual({
      tag: 'Noir',
      logs: 2,
      lists: 0,
      beside: [
        { tag: 'rain', logs: 2, lists: 0 },
        { tag: 'city', logs: 1, lists: 0 },
      ],
    })
    expect((await ask('unknown')).data).toEqual({ tag: 'unknown', logs: 0, lists: 0, beside: [] })
  })
})

describe('changing a tag', () => {
  test('renames it in all logs at its place, and nobody else’s', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)]
    await write(member, ['rain', 'Noir', 'city'])
    await write(member, ['noir'])
    await write(other, ['noir'])
    expect((await change(member, 'NOIR', 'film noir')).data).toEqual({ logs: 2, lists: 0 })
    expect(await tagsOf(member)).toEqual([['rain', 'film noir', 'city'], ['film noir']])
    expect(await tagsOf(other)).toEqual([['noir']])
    expect((await change(member, 'noir', 'film noir')).data).toEqual({ logs: 0, lists: 0 })
  })

  test('to another that is there makes one of the two, once in each log', async () => {
    const member = await buildMember(app)
    await write(member, ['scary', 'night', 'horror'])
    await write(member, ['horror'])
    await change(member, 'scary', 'Horror')
    expect(await tagsOf(member)).toEqual([['Horror', 'night'], ['horror']])
    expect(await countsOf(member)).toEqual([
      { tag: expect.stringMatching(/^horror$/i) as string, logs: 2, lists: 0 },
      { tag: 'night', logs: 1, lists: 0 },
    ])
  })

  test('changes its case', async () => {
    const member = await buildMember(app)
    await write(member, ['cinema', 'a'])
    await change(member, 'cinema', 'Cinema')
    expect(await tagsOf(member)).toEqual([['Cinema', 'a']])
  })

  test('removes it; a mark that is nothing else any more is no activity', async () => {
    const member = await buildMember(app)
    await write(member, ['gone', 'kept'])
    const mark = await write(member, ['gone'], { review: '' })
    await app.db.updateTable('logs').set({ is_mark: true }).where('id', '=', mark.id).execute()
    const lastLogAt = async () =>
      (
        await app.db
          .selectFrom('diaries')
          .select('last_log_at')
          .where('member_id', '=', member.id)
          .executeTakeFirstOrThrow()
      ).last_log_at
    expect((await change(member, 'gone', null)).data).toEqual({ logs: 2, lists: 0 })
    expect(await tagsOf(member)).toEqual([['kept'], []])
    const [entry] = await app.db
      .selectFrom('logs')
      .select(['created_at'])
      .where('member_id', '=', member.id)
      .where('seen_only', '=', false)
      .execute()
    expect(await lastLogAt()).toEqual(entry?.created_at)
  })

  test.each(['', '  ', 'a,b', ',', 'x'.repeat(201)])('to %j is refused and changes nothing', async (to) => {
    const member = await buildMember(app)
    await write(member, ['kept'])
    expect((await change(member, 'kept', to)).status).toBe(400)
    expect(await tagsOf(member)).toEqual([['kept']])
  })

  test('of somebody else is refused', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)]
    const { status } = await app.call(changeMemberTag, {
      as: other,
      params: { userId: member.id },
      body: { tag: 'noir', to: null },
    })
    expect(status).toBe(403)
  })

  test('and others at the same time all count', async () => {
    const member = await buildMember(app)
    for (let at = 0; at < 5; at++) await write(member, ['old', `own ${at}`])
    await Promise.all([
      change(member, 'old', 'new'),
      change(member, 'own 3', 'new'),
      change(member, 'own 4', null),
    ])
    expect(await tagsOf(member)).toEqual([
      ['new', 'own 0'],
      ['new', 'own 1'],
      ['new', 'own 2'],
      ['new'],
      ['new'],
    ])
  })
})
