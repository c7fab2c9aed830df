import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, register } from '#shared/api/accounts.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { generalErrors, needsSession } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

let app: TestApp
let member: TestMember
const mounted: { method: string; url: string }[] = []

beforeAll(async () => {
  app = await startTestApp({ onRoute: (route) => mounted.push(route) })
  member = await buildMember(app)
})
afterAll(() => app.close())

const spelled = registry.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)

/** Not calls that answer JSON: the document of the calls itself, a picture, and what other programs read. */
const documents = new Set([
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs.css',
  'GET /api/logs/proxy/tmdb',
  'GET /api/feeds/:secret/:file',
  'POST /api/hooks/:kind/:secret',
  'POST /api/hooks/trakt/:secret/scrobble/:action',
])

test('no endpoint is spelled twice', () => {
  expect(spelled.length).toBe(new Set(spelled).size)
})

test('what is in the contract is mounted, and what is mounted is in the contract', () => {
  const routes = mounted
    .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && method !== 'OPTIONS')
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !documents.has(route))
  expect(routes.toSorted()).toEqual(spelled.toSorted())
})

test.each(registry.filter(({ endpoint }) => needsSession(endpoint.access)))(
  '$domain $name answers 401 without a token and with a wrong one',
  async ({ endpoint }) => {
    const path = endpoint.path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000')
    const wrongToken = { authorization: `Bearer ${'A'.repeat(43)}` }
    for (const headers of [{}, wrongToken]) {
      const response = await fetch(app.url + path, { method: endpoint.method, headers })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'auth.required', error: 'Please log in.' })
    }
  },
)

test.each(registry.filter(({ endpoint }) => endpoint.access === 'operator'))(
  '$domain $name is for members and moderators as if it were not there',
  async ({ endpoint }) => {
    const path = endpoint.path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000')
    const nothing = await rawCall(app, { method: 'GET', path: '/api/nothing', as: member })
    for (const as of [member, await buildMember(app, { role: 'moderator' })]) {
      const { status, data } = await rawCall(app, { method: endpoint.method, path, as })
      expect([status, data]).toEqual([
        404,
        { ...(nothing.data as object), requestId: (data as { requestId: string }).requestId },
      ])
    }
  },
)

test.each(registry)('$domain $name says whose it is', ({ endpoint, name }) => {
  // Who may name other members in a path, and why: to look at them, or to suggest a film to one.
  const names = endpoint.path.includes(':userId')
  const ofOthers = endpoint.method === 'GET' || name === 'shareFilm'
  const may = endpoint.own === 'none' ? !names || ofOthers : names && endpoint.access === 'member'
  expect(may).toBe(true)
})

test.each(registry)('$domain $name says what a personal token must be allowed', ({ endpoint, name }) => {
  const { access, scope, method, path } = endpoint
  expect(scope === 'none').toBe(access === 'guest')
  // What makes tokens, tells or changes how one signs in, deletes the account, says for whom all of it is, brings what is private
  // before others, appeals, or is an operator's or a moderator's.
  const isBarred =
    access === 'operator' ||
    access === 'moderator' ||
    /^\/api\/(auth|settings|tokens|feeds|players|webhooks|push|decisions)\b/.test(path) ||
    (path.startsWith('/api/evenings') && method !== 'GET') ||
    name === 'updateAudience' ||
    name === 'lockAccount' ||
    name === 'acceptFollowRequest' ||
    name === 'deleteMember'
  expect(scope === 'session').toBe(isBarred && access !== 'guest')
  const reads = method === 'GET' || isReadByPost(name)
  expect(scope).toMatch(reads ? /^(none|session|any|\w+:read)$/ : /^(none|session|\w+:write)$/)
})

/** Asks for many things at once, which an address could not name. */
const isReadByPost = (name: string) => name === 'batchPosters'

interface Operation {
  security: { session?: string[]; personalToken?: string[] }[]
  operationId: string
  responses: {
    [status: number]: { description: string; content: Record<string, unknown> } | undefined
  }
}

test.each(registry)('$domain $name names errors that exist, each once and no general one', ({ endpoint }) => {
  const codes: string[] = [...generalErrors, ...endpoint.errors]
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.filter((code) => !isErrorCode(code))).toEqual([])
  const ofFiles = endpoint.fileLimit?.code ?? (endpoint.files ? 'upload.too_large' : [])
  expect(codes).toEqual(expect.arrayContaining([ofFiles].flat()))
})

test('every error is one of some endpoint, but for those of files outside of the API', () => {
  const named = new Set<string>([...generalErrors, ...registry.flatMap(({ endpoint }) => endpoint.errors)])
  expect(Object.keys(errors).filter((code) => !named.has(code))).toEqual(['feed.empty', 'picture.not_found'])
})

test('the document describes every endpoint as OpenAPI 3.1', async () => {
  const document: {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  } = JSON.parse(await (await fetch(`${app.url}/api/openapi.json`)).text())
  expect(document.openapi).toBe('3.1.0')
  for (const { endpoint, name } of registry) {
    const operation =
      document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    const { access, scope } = endpoint
    const session = { session: access === 'operator' ? ['operator'] : [] }
    const token = { personalToken: scope === 'any' ? [] : [scope] }
    expect(operation?.security).toEqual(
      needsSession(access) ? [session, ...(scope === 'session' ? [] : [token])] : [],
    )
    expect(operation?.responses[429]?.description).toMatch(/^More than \d+ calls in \d+ seconds/)
    for (const code of endpoint.errors)
      expect(operation?.responses[errors[code].status]?.description).toContain(
        `\`${code}\`: ${errors[code].text}`,
      )
    expect(operation?.responses[401]?.description.includes('`auth.required`') ?? false).toBe(
      needsSession(endpoint.access),
    )
    expect(operation?.responses[403]?.description.includes('`request.not_yours`') ?? false).toBe(
      endpoint.own !== 'none',
    )
    expect(Object.keys(operation?.responses[200]?.content ?? {})).toEqual(
      endpoint.file
        ? [endpoint.file]
        : ['application/json', ...(endpoint.events ? ['text/event-stream'] : [])],
    )
  }
})

test('the readable page names every path and runs no script', async () => {
  const response = await fetch(`${app.url}/api/docs`)
  const html = await response.text()
  for (const { endpoint } of registry)
    expect(html).toContain(`<code>${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}</code>`)
  expect(html).not.toContain('<script')
})

test('an unknown call answers 404 in the shape of every error, with the id of the request', async () => {
  const response = await fetch(`${app.url}/api/nothing`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    error: 'Not found.',
    code: 'request.not_found',
    requestId: response.headers.get('x-request-id'),
  })
})

test.each(registry)('$domain $name is in no cache, whatever it answers', async ({ endpoint }) => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    /movieId|row/.test(name) || endpoint.path.startsWith('/api/movies') ? '496243' : member.id,
  )
  const { headers } = await rawCall(app, {
    method: endpoint.method,
    path: `${path}?q=a&role=actor&username=somebody&email=a@example.org`,
    // Signing out, or deleting the account, would end the tests.
    ...(endpoint.method === 'GET' && { as: member }),
  })
  expect(headers.get('cache-control')).toMatch(/\bno-store\b/)
  expect(headers.get('x-robots-tag')).toBe('noindex')
})

test('what carries a token is in no cache', async () => {
  const picture = { create: { width: 8, height: 8, channels: 3, background: '#a0f' } } as const
  const bytes = await sharp(picture).png().toBuffer()
  const { data: avatar } = await app.call(uploadSignupAvatar, { files: { avatar: { bytes } } })
  const given = { username: 'somebody', email: 'somebody@example.org', password: 'correct horse' }
  const signUp = await app.call(register, { body: { ...given, avatar: avatar.secure_url } })
  const logIn = await app.call(login, { body: given })
  for (const { status, data, headers } of [signUp, logIn]) {
    expect([status, data]).toEqual([200, expect.objectContaining({ token: expect.any(String) })])
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
})

test.each(['/api/nothing', '/api/openapi.json', '/media/a/b', '/nothing.png', '/api/%zz', '/t/p/w92/a.jpg'])(
  '%s is in no cache',
  async (path) => {
    const { headers } = await fetch(app.url + path)
    expect(headers.get('cache-control')).toMatch(/\bno-store\b/)
  },
)

test('the security headers are on every answer', async () => {
  const { headers } = await fetch(`${app.url}/livez`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  const denied = headers.get('permissions-policy') ?? ''
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(denied).toContain(`${feature}=()`)
  for (const used of ['clipboard', 'web-share', 'fullscreen', 'autoplay', 'encrypted-media'])
    expect(denied).not.toContain(used)
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})
