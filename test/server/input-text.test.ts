import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { registry } from '#shared/api/registry.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

/** What members write or paste, where a line or a tab is none of a mistake. All others are texts of one line. */
const written = new Set([
  'askSceneBot body.message',
  'askSceneBot body.history.*.text',
  'translateReply body.text',
  'login body.password',
  'confirmIdentity body.password',
  'changePassword body.currentPassword',
  'getSearchHints query.q',
  'searchFilms query.q',
  'searchPeople query.q',
  'searchGifs query.q',
  'listMembers query.query',
  'searchLists query.query',
  'searchLists query.q',
  'createReport body.text',
  'createGuestReport body.text',
  'decideCase body.facts',
  'decideAppeal body.answer',
  'appealDecision body.text',
  'appealByLink body.text',
  'updateMember body.bio',
  'updateMember body.favoriteFilms.*.title',
  'createList body.description',
  'createList body.movies.*.title',
  'createList body.movies.*.note',
  'addToList body.title',
  'updateList body.description',
  'updateList body.movies.*.title',
  'updateList body.movies.*.note',
  'createLog body.review',
  'createLog body.title',
  'updateLog body.review',
  'updateLog body.reviewBefore',
  'createReply body.text',
  'createReply body.image',
  'createReply body.externalImage',
  'createListReply body.text',
  'createListReply body.image',
  'createListReply body.externalImage',
  'register body.reason',
])

/** Every schema below one, by its path, that says by itself which texts it takes. */
function leaves(schema: z.core.$ZodType, path: string): { path: string; schema: z.core.$ZodType }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const into = (inner: z.core.$ZodType, name = '') => leaves(inner, path + name)
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, inner]) => into(inner, `.${name}`))
  if (def.type === 'array') return into(def.element, '.*')
  if (def.type === 'record') return [...into(def.keyType, '.key'), ...into(def.valueType, '.*')]
  if (def.type === 'union') return def.options.flatMap((option) => into(option))
  // What makes a number of a text says by its end what it takes.
  if (def.type === 'pipe' && def.in._zod.def.type === 'transform') return [{ path, schema }]
  if (def.type === 'pipe') return into(def.in)
  if ('innerType' in def) return into(def.innerType)
  return [{ path, schema }]
}

const texts = registry.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? leaves(schema, `${name} ${part}`) : []
  }),
)

/** Control characters of both blocks, DEL, and half a pair, everywhere in a text. */
const controls = [...Array.from({ length: 32 }, (_, code) => code), 127, 128, 133, 159].map((code) =>
  String.fromCharCode(code),
)
const within = (character: string) => [character, `a${character}`, `${character}a`, `a${character}b`]
const takes = (schema: z.core.$ZodType, text: string) => z.safeParse(schema, text).success

/** Texts that must be refused at a path. */
function refusedAt(path: string, schema: z.core.$ZodType): string[] {
  // A number that is written as text is read, blanks around it and all; what is kept is the number.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'number' || def.type === 'pipe') return ['\0', '1\0']
  const refused = written.has(path)
    ? controls.filter((control) => !/[\t\n\r]/.test(control))
    : [...controls, '\ud800', '\udc00']
  return refused.flatMap(within)
}

test('no text that comes in may hold what no screen shows', () => {
  expect(texts.length).toBeGreaterThan(100)
  const wrong = texts.flatMap(({ path, schema }) =>
    refusedAt(path, schema)
      .filter((text) => takes(schema, text))
      .map((text) => `${path} takes ${JSON.stringify(text)}`),
  )
  expect(wrong).toEqual([])
})

test('what is written may have lines, tabs and any script', () => {
  const open = texts.filter(({ path, schema }) => written.has(path) && takes(schema, 'one\r\n\ttwo 🎬 ليلى'))
  expect(new Set(open.map(({ path }) => path))).toEqual(written)
})

/** How many characters a schema says that it takes; null of one that has no end, or the room of a picture. */
function maximumOf(schema: z.core.$ZodType): number | null {
  const limits = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    'maximum' in def ? Number(def.maximum) : [],
  )
  const least = Math.min(...limits)
  return least < 1_000_000 ? least : null
}

test('a text has as many characters as forms and imports count, which count a film reel as two', () => {
  const limited = texts.filter(({ path }) => written.has(path))
  const wrong = limited.flatMap(({ path, schema }) => {
    const max = maximumOf(schema)
    if (max === null) return []
    const [fits, more] = ['🎬'.repeat(Math.floor(max / 2)), '🎬'.repeat(Math.floor(max / 2) + 1)]
    return takes(schema, fits) && !takes(schema, more) ? [] : [path]
  })
  expect(limited.filter(({ schema }) => maximumOf(schema) !== null).length).toBeGreaterThan(30)
  expect(wrong).toEqual([])
})

let app: TestApp
let member: TestMember
let log: { id: string }
let list: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app)
  const film = await buildFilm(app)
  log = await buildLog(app, { author: member, film })
  list = await buildList(app, { author: member, films: [film] })
})
afterAll(() => app.close())

test('a form field is refused like any other, and named', async () => {
  const form = new FormData()
  form.set('review', 'a\0b')
  const { status, data } = await rawCall(app, {
    method: 'PATCH',
    path: `/api/logs/${log.id}`,
    as: member,
    body: form,
  })
  expect([status, data]).toMatchObject([400, { code: 'request.invalid', issues: [{ path: 'review' }] }])
})

test('a key of a repetition is a UUID and nothing else', async () => {
  for (const key of ['a\tb', '\u0080', '018f0000-0000-7000-8000-000000000000\u0085']) {
    const { status, data } = await rawCall(app, {
      method: 'POST',
      path: `/api/logs/${log.id}/reply`,
      as: member,
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ text: 'x' }),
    })
    expect([status, data]).toMatchObject([400, { issues: [{ path: 'Idempotency-Key' }] }])
  }
})

const nobody = '018f0000-0000-7000-8000-000000000000'
const noAvatar = { username: 'x', email: 'x', password: 'x' }
const avatar = '/media/avatars/a.webp'

// What is specified to be said of a field that is left out is said whichever way it is left out.
test.each<[call: string, body: unknown, text: string, status?: number]>([
  ['auth/request-reset-code', undefined, 'Please enter both username and email.'],
  ['auth/request-reset-code', null, 'Please enter both username and email.'],
  ['auth/request-reset-code', { username: 'layla' }, 'Please enter both username and email.'],
  ['auth/request-reset-code', { email: 'a@b.c' }, 'Please enter both username and email.'],
  ['auth/request-reset-code', { username: '', email: ' ' }, 'Please enter both username and email.'],
  ['auth/request-reset-code', { username: 1, email: [] }, 'Please enter both username and email.'],
  ['auth/register', undefined, 'Please upload an avatar.'],
  ['auth/register', noAvatar, 'Please upload an avatar.'],
  ['auth/register', { ...noAvatar, avatar: null }, 'Please upload an avatar.'],
  ['auth/register', { ...noAvatar, avatar: '' }, 'Please upload an avatar.'],
  ['auth/register', { ...noAvatar, avatar }, 'Invalid username format.'],
  ['auth/register', { avatar }, 'Invalid username format.'],
  ['auth/register', { avatar, username: 'layla' }, 'Invalid email.'],
  ['auth/register', { avatar, username: 'layla', email: 'a@b.c' }, 'Password too short.'],
  ['auth/register', { avatar, username: 'layla', email: 'x'.repeat(301) }, 'The request is not valid.'],
  ['auth/verify-email-code', { email: 'a@b.c' }, 'Enter a valid 6-digit code.'],
  ['auth/verify-email-code', { email: 'a@b.c', code: '12345' }, 'Enter a valid 6-digit code.'],
  ['auth/verify-reset-code', { email: 'a@b.c', code: 123_456 }, 'Enter a valid 6-digit code.'],
  ['auth/verify-reset-code', { email: 'a@b.c', code: ' 123456 ' }, 'Invalid or expired code.'],
  ['auth/verify-reset-code', { code: '123456' }, 'Invalid or expired code.'],
  ['auth/reset-password', { email: 'a@b.c', code: '123456' }, 'Password must be at least 6 characters.'],
  ['auth/resend-code', {}, 'Invalid email.'],
  ['auth/login', {}, 'Login failed. Please check your credentials.', 401],
  ['auth/login', { email: 'a@b.c', password: 7 }, 'Login failed. Please check your credentials.', 401],
  ['scenebot', undefined, 'SceneBot can only receive plain text.'],
  ['scenebot', {}, 'SceneBot can only receive plain text.'],
  ['scenebot', { message: { text: 'x' } }, 'SceneBot can only receive plain text.'],
  ['scenebot', { message: null }, 'SceneBot can only receive plain text.'],
  ['scenebot/translate', { target: 'en' }, 'SceneBot can only receive plain text.'],
  ['logs/LOG/share', {}, 'Select at least one friend.'],
  ['logs/LOG/share', { recipients: null }, 'Select at least one friend.'],
  ['logs/LOG/share', { recipients: [] }, 'Select at least one friend.'],
  ['logs/LOG/share', { recipients: Array<string>(101).fill(nobody) }, 'The request is not valid.'],
  ['lists/LIST/share', undefined, 'Select at least one friend.'],
  ['upload/ME/upload-avatar', {}, 'Please select a photo.'],
  ['upload/avatar/ME', new FormData(), 'Please select a photo.'],
  ['upload/signup-avatar', undefined, 'Please select a photo.'],
  ['upload/list-cover', {}, 'Please select a photo.'],
  ['imports', {}, 'Please choose a file.'],
  ['letterboxd/logs', new FormData(), 'Please choose a file.'],
])('%s of %j says: %s', async (call, body, text, status = 400) => {
  const path = call.replace('LOG', log.id).replace('LIST', list.id).replace('ME', member.id)
  const sent = body instanceof FormData || body === undefined ? body : JSON.stringify(body)
  const answer = await rawCall(app, {
    method: 'POST',
    path: `/api/${path}`,
    as: member,
    ...(sent !== undefined && { body: sent }),
  })
  const { error } = answer.data as ErrorBody
  expect([answer.status, error]).toEqual([status, text])
})
