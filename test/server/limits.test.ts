import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { needsSession } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

// What each call counts on, and by which key: never one that the caller chooses by a header or an id.

const uses: string[] = []
let app: TestApp
let member: TestMember
let other: TestMember
beforeAll(async () => {
  const use = async (name: string, key: string) => {
    uses.push(`${name} ${key}`)
    return { slowed: false }
  }
  app = await startTestApp({ overrides: { limits: { use, refund: async () => {}, close: async () => {} } } })
  member = await buildMember(app, { role: 'operator' })
  other = await buildMember(app)
})
afterAll(() => app.close())
beforeEach(() => void uses.splice(0))

const address = '127.0.0.1'
const email = 'somebody@example.org'
const attempt = (kind: 'login' | 'code', subject: string) => [
  `auth.${kind}.address ${address}`,
  `auth.${kind}.pair ${subject} ${address}`,
  `auth.${kind}.account ${subject}`,
]
const code = (purpose: string) => attempt('code', `${purpose}:${email}`)
const send = [`auth.code.send ${address}`]

/** What counts on an account, or on more than the contract says: only the body tells. */
const furtherUses: Record<string, string[] | ((as: TestMember) => string[])> = {
  verifyEmailCode: code('verify-email'),
  resendCode: send,
  login: attempt('login', email),
  googleLogin: [`auth.login.address ${address}`],
  requestResetCode: send,
  verifyResetCode: code('reset-password'),
  resetPassword: code('reset-password'),
  confirmIdentity: (as) => attempt('code', `second-step:${as.email}`),
  changeEmail: (as) => [`auth.code.send ${as.id}`],
  resendEmailChangeCodes: (as) => [`auth.code.send ${as.id}`],
}

const body = {
  username: 'somebody',
  email,
  password: 'correct horse',
  newPassword: 'correct horse',
  code: '000000',
  credential: 'x',
  avatar: '',
  movieId: 496243,
  isPrivate: true,
  posterUrl: '/poster496243-1.jpg',
  backdrop: '',
  id: 496243,
  title: 'a list',
  movies: [{ id: 496243 }],
  recipients: [],
  message: 'hello',
  text: 'hello',
  target: 'english',
}

test.each(registry)('$domain $name counts on a limit of its kind', ({ name, endpoint }) => {
  const { access, limit, method } = endpoint
  const isRead = method === 'GET' || name === 'batchPosters'
  expect(/^(guest|auth)\./.test(limit)).toBe(access === 'guest')
  expect(limit).not.toMatch(isRead ? /\.(write|upload|import|register)$/ : /\.(read|check)$/)
})

test.each(registry)('$domain $name counts on its own limit', async ({ name, endpoint }) => {
  const as = ['endAllSessions', 'logout', 'deleteMember'].includes(name) ? await buildMember(app) : member
  const names: Record<string, string | number> = {
    userId: as.id,
    targetId: other.id,
    movieId: 496243,
    row: 1,
  }
  if (endpoint.path.startsWith('/api/movies')) names['id'] = 496243
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => String(names[param] ?? other.id))
  const query = `query=abc&q=abc&role=actor&username=somebody&email=${email}`
  const form = new FormData()
  form.set('movieId', '496243')
  if (endpoint.path.startsWith('/api/upload'))
    form.set(endpoint.files?.[0] ?? '', new Blob(['no picture']), 'a.png')
  await rawCall(app, {
    method: endpoint.method,
    path: `${path}?${query}`,
    headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' },
    ...(needsSession(endpoint.access) && { as }),
    ...(endpoint.method !== 'GET' && { body: endpoint.files ? form : JSON.stringify(body) }),
  })
  const key = needsSession(endpoint.access) ? as.id : address
  const further = furtherUses[name] ?? []
  expect(uses).toEqual([
    `${endpoint.limit} ${key}`,
    ...(typeof further === 'function' ? further(as) : further),
  ])
})
