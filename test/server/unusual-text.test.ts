import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchLists } from '#shared/api/lists.ts'
import { getMember, listMembers, updateMember } from '#shared/api/members.ts'
import { buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

let app: TestApp
let member: TestMember
let other: TestMember
beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app, { username: 'plain_member', name: 'Ada 100% Lovelace' })
  other = await buildMember(app, { username: 'another', name: 'C:\\films' })
})
afterAll(() => app.close())

const change = (body: object) =>
  rawCall(app, { method: 'PATCH', path: `/api/users/${member.id}`, as: member, body: JSON.stringify(body) })
const seen = async () => (await app.call(getMember, { as: other, params: { userId: member.id } })).data

const harmless = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${7*7} %s %n \\x00',
  "'; drop table members; --",
  '\u202egnp.exe\u2066',
  'first\nsecond\ttab\rthird',
  'e\u0301 \u00e9 \ufdfa ﷽',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍',
  'السَّلامُ عليكم — مرحبًا',
]

test.each(harmless)('the bio %j comes back as it was given, as data', async (bio) => {
  expect((await change({ bio })).status).toBe(200)
  expect((await seen()).bio).toBe(bio)
  const { headers } = await rawCall(app, { method: 'GET', path: `/api/users/${member.id}`, as: other })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a bio is cut between characters, and half a one never leaves', async () => {
  await change({ bio: '🎬'.repeat(300) })
  expect((await seen()).bio).toBe('🎬'.repeat(180))
  await change({ bio: 'a\ud800b' })
  expect((await seen()).bio.isWellFormed()).toBe(true)
})

test.each([
  ['bio', { bio: 'a\0b' }],
  ['bio with a bell', { bio: 'a\u0007b' }],
  ['bio of 20 kB', { bio: 'x'.repeat(20_000) }],
  ['bio that is no text', { bio: ['x'] }],
  ['handle with a line break', { socials: { X: 'a\nb' } }],
  ['handle with half a character', { socials: { X: 'a\ud800' } }],
  ['website with half a character', { socials: { website: 'https://example.org/\ud800' } }],
  ['website in another scheme', { socials: { website: 'vbscript:msgbox(1)' } }],
  ['website behind a blank', { socials: { website: '\u00a0javascript:alert(1)//https://x' } }],
  ['backdrop elsewhere', { backdrop: 'https://example.org/a.jpg' }],
  ['backdrop of an upload', { backdrop: '/media/backdrops/x.webp' }],
  ['backdrop above its folder', { backdrop: '/t/p/original/../../api/users' }],
  ['avatar that is drawn for another', { avatar: '/art/avatar-another.webp' }],
  ['avatar elsewhere', { avatar: '//example.org/a.webp' }],
])('a %s is refused whole', async (_name, body) => {
  await change({ bio: 'before', socials: { X: 'before' }, avatar: '', backdrop: '' })
  const answer = await change({ ...body, favoriteFilms: [] })
  expect(answer.status).toBe(400)
  expect(await seen()).toMatchObject({
    bio: 'before',
    socials: { X: 'before' },
    avatar: null,
    backdrop: null,
  })
})

describe('a search', () => {
  beforeAll(async () => {
    for (const title of ['Plain', '100% Horror', 'under_score', String.raw`back\slash`])
      await buildList(app, { author: other, title })
  })
  const members = async (query: string) => {
    const { status, data } = await app.call(listMembers, { as: other, query: { query } })
    return [status, data.map((row) => row.username)]
  }
  const lists = async (query: string) => {
    const { status, data } = await app.call(searchLists, { as: other, query: { query } })
    return [status, data.map((card) => card.title)]
  }

  test.each([
    '%',
    '_',
    '%%%',
    '___',
    '\\',
    '\\\\',
    '%_%',
    '^.*$',
    '(((',
    '[[:alpha:]]',
    "' or ''='",
    ':*',
    '!',
  ])('takes %j as it is and finds nobody by it', async (text) => {
    const [status, names] = await members(text)
    expect(status).toBe(200)
    expect(names).not.toContain('plain_member')
    expect(await lists(text)).toEqual([200, expect.not.arrayContaining(['Plain'])])
  })

  test('finds what holds such a character', async () => {
    expect(await members('plain_m')).toEqual([200, ['plain_member']])
    expect(await members('pla%')).toEqual([200, ['plain_member']])
    expect((await lists('100% horror'))[1]).toContain('100% Horror')
  })
})

test('a profile takes nothing of a body that it does not know', async () => {
  const { status } = await app.call(updateMember, { as: member, params: { userId: member.id }, body: {} })
  expect(status).toBe(200)
  const answer = await change({
    name: 'forged',
    username: 'forged',
    followersCount: 9,
    google_id: 'x',
    search_text: ' x',
  })
  expect(answer.status).toBe(200)
  expect(await seen()).toMatchObject({
    username: 'plain_member',
    name: 'Ada 100% Lovelace',
    followersCount: 0,
  })
})
