import { describe, expect, it, vi } from 'vitest'
import { login, resetPassword, verifyResetCode } from '#shared/api/accounts.ts'
import { createList } from '#shared/api/lists.ts'
import { createLog, getFeed, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { listMembers } from '#shared/api/members.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { ApiError, call, dropFirstAnswers, isRefusal, isUnknown } from './api.ts'
import { callOrKeep } from './outbox.ts'
import { getSession, onSessionLost } from './session.ts'

const id = '018f0000-0000-7000-8000-000000000001'

function signIn() {
  localStorage.setItem('user', JSON.stringify({ _id: id, username: 'layla' }))
  localStorage.setItem('token', 'abc')
}

describe('call', () => {
  it('fills the path, leaves out empty query values, sends the bearer token', async () => {
    signIn()
    const requests = fakeApi({ [`GET /api/logs/feed/${id}`]: () => [], 'GET /api/users': () => [] })
    await call(getFeed, { params: { userId: id }, query: { limit: 5, cursor: undefined } })
    await call(listMembers, { query: { query: 'é&b' } })
    expect(requests.map(({ query }) => `${query}`)).toEqual(['limit=5', 'query=%C3%A9%26b'])
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc')
  })

  it('reads what the page itself asked for, once, and nothing that waited beyond the first screen', async () => {
    const requests = fakeApi({ [`GET /api/logs/feed/${id}`]: () => ['asked'] })
    const feed = () => call(getFeed, { params: { userId: id } })
    const answer = () => Promise.resolve(Response.json(['first']))
    window.firstAnswers = { [`/api/logs/feed/${id}`]: answer() }
    expect([await feed(), await feed()]).toEqual([['first'], ['asked']])
    window.firstAnswers = { [`/api/logs/feed/${id}`]: answer() }
    dropFirstAnswers()
    expect(await feed()).toEqual(['asked'])
    expect(requests).toHaveLength(2)
  })

  it('sends no token to the public account calls', async () => {
    signIn()
    const requests = fakeApi({
      'POST /api/auth/login': () => ({}),
      'POST /api/auth/reset-password': () => ({}),
      'POST /api/auth/verify-reset-code': () => ({}),
    })
    await call(login, { body: { email: '', password: '' } })
    await call(resetPassword, { body: { email: '', code: '', newPassword: '' } })
    await call(verifyResetCode, { body: { email: '', code: '' } })
    expect(requests.map(({ headers }) => headers.has('authorization'))).toEqual([false, false, true])
  })

  it('keeps small changes alive when the page goes, and nothing that browsers would refuse to keep', async () => {
    const kept: (boolean | undefined)[] = []
    vi.stubGlobal('fetch', (_: string, { keepalive }: RequestInit) => {
      kept.push(keepalive)
      return Promise.resolve(Response.json({}))
    })
    const change = { kind: 'newList', target: null, about: '', path: '/' } as const
    const list = (description: string) =>
      callOrKeep(createList, { body: { title: 'A', description, movies: [] } }, change)
    await callOrKeep(toggleLogLike, { params: { logId: id } }, change)
    await list('Short.')
    await list('Long. '.repeat(1000))
    await callOrKeep(updateLog, { params: { logId: id }, body: { favorite: true }, files: {} }, change)
    await call(getFeed, { params: { userId: id } })
    expect(kept).toEqual([true, true, false, false, false])
  })

  it('sends forms for endpoints with files, with what is there', async () => {
    const requests = fakeApi({
      'POST /api/logs/full': () => ({}),
      [`PATCH /api/logs/${id}`]: () => ({}),
    })
    const image = new File(['x'], 'x.jpg', { type: 'image/jpeg' })
    await call(createLog, { body: { movieId: 7, rating: 3.5, review: '' }, files: { image } })
    await call(updateLog, { params: { logId: id }, body: { favorite: true }, files: {} })
    const entries = (body: unknown) => [...(body as FormData).entries()]
    expect(entries(requests[0]?.body)).toEqual([
      ['movieId', '7'],
      ['rating', '3.5'],
      ['review', ''],
      ['image', expect.objectContaining({ name: 'x.jpg' })],
    ])
    expect(entries(requests[1]?.body)).toEqual([['favorite', 'true']])
    expect(requests[0]?.headers.has('content-type')).toBe(false)
  })

  it('throws the server’s code and text', async () => {
    fakeApi({
      'GET /api/users': () => Promise.reject(new Refusal(429, 'request.rate_limited', 'Slow down.')),
    })
    const error = await call(listMembers).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, code: 'request.rate_limited', message: 'Slow down.' })
  })

  const proxyPage = (status: number) => async () => new Response('<h1>nginx</h1>', { status })

  it.each([0, 200, 403, 404, 502])(
    'no answer of ours (%i) is an error without a text, and no refusal',
    async (status) => {
      vi.stubGlobal(
        'fetch',
        status === 0 ? () => Promise.reject(new TypeError('no network')) : proxyPage(status),
      )
      const error = await call(listMembers).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ status, code: 'offline', message: '' })
      expect([isRefusal(error), isUnknown(error)]).toEqual([false, false])
    },
  )

  it('what is too large for a proxy is refused as by the server', async () => {
    vi.stubGlobal('fetch', proxyPage(413))
    const error = await call(listMembers).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 413, code: 'request.too_large' })
    expect(isRefusal(error)).toBe(true)
  })

  it('an aborted call is no failure of the server', async () => {
    const controller = new AbortController()
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      init.signal?.throwIfAborted()
      return Response.json([])
    })
    controller.abort()
    await expect(call(listMembers, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('ends a session that the server no longer knows, but keeps drafts for the same member', async () => {
    signIn()
    localStorage.setItem('draft', 'text')
    const lost = vi.fn()
    const stop = onSessionLost(lost)
    fakeApi({ 'GET /api/users': () => Promise.reject(new Refusal(401, 'auth.required', 'Please log in.')) })
    await expect(call(listMembers)).rejects.toMatchObject({ status: 401 })
    stop()
    expect(lost).toHaveBeenCalledOnce()
    expect(getSession()).toBeNull()
    expect(localStorage.getItem('draft')).toBe('text')
  })

  it('an answer to an older token does not end the session of now', async () => {
    signIn()
    fakeApi({
      'GET /api/users': () => {
        localStorage.setItem('token', 'newer')
        throw new Refusal(401, 'auth.required', 'Please log in.')
      },
    })
    await expect(call(listMembers)).rejects.toMatchObject({ status: 401 })
    expect(getSession()?.token).toBe('newer')
  })

  it('wrong credentials do not end a session', async () => {
    signIn()
    fakeApi({ 'POST /api/auth/login': () => Promise.reject(new Refusal(401, 'auth.login_failed', '…')) })
    await expect(call(login, { body: { email: '', password: '' } })).rejects.toMatchObject({ status: 401 })
    expect(getSession()).not.toBeNull()
  })
})
