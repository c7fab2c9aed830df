import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/logger.ts'
import { startIdentityServer } from '#test/fakes/identity-server.ts'
import { createGoogleIdentity } from './google-identity.ts'

// Which tokens are refused is told in domains/accounts/google.test.ts, over HTTP.

let issuer: Awaited<ReturnType<typeof startIdentityServer>>
beforeAll(async () => {
  issuer = await startIdentityServer()
})
afterAll(() => issuer.close())
afterEach(() => {
  issuer.answers('keys')
})

/** The production client as the settings make it, with a log of its own; nothing fetched yet. */
const fresh = (env: Record<string, string> = {}) => {
  const settings = readConfig({ ...issuer.env, ...env }).google
  if (!settings) throw new Error('no client id')
  const logger = createLogger('silent')
  const warn = vi.spyOn(logger, 'warn')
  return { identity: createGoogleIdentity(settings, logger, () => new Date()), warn }
}

test('Google may write itself with and without the scheme', async () => {
  const { identity } = fresh({ GOOGLE_ISSUER: '' })
  for (const iss of ['https://accounts.google.com', 'accounts.google.com'])
    expect(await identity.verify(await issuer.sign({ iss, name: undefined }))).toMatchObject({ name: null })
  for (const iss of [issuer.url, 'http://accounts.google.com', 'https://accounts.google.com/'])
    expect(await identity.verify(await issuer.sign({ iss }))).toBeNull()
})

test('the keys are fetched once for many tokens', async () => {
  const { identity } = fresh()
  const before = issuer.fetches()
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issuer.sign()))
  for (const proven of await Promise.all(tokens.map((token) => identity.verify(token))))
    expect(proven).not.toBeNull()
  expect(await identity.verify(await issuer.sign())).not.toBeNull()
  expect(issuer.fetches()).toBe(before + 1)
})

test('the keys are asked for again when a token names an unknown one, but not for each such token', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { identity } = fresh()
  const old = await issuer.sign()
  expect(await identity.verify(old)).not.toBeNull()
  await issuer.rotate()
  const before = issuer.fetches()
  vi.setSystemTime(Date.now() + 31_000)
  expect(await identity.verify(await issuer.sign())).not.toBeNull()
  expect(await identity.verify(old)).toBeNull()
  expect(await identity.verify(old)).toBeNull()
  expect(issuer.fetches()).toBe(before + 1)
})

test.each(['error', 'nonsense', 'hang'] as const)(
  'everybody is refused, and the log told, while the answer of the key server is: %s',
  async (how) => {
    const { identity, warn } = fresh()
    issuer.answers(how)
    const credential = await issuer.sign()
    // The seconds that an answer is waited for.
    const { timeout } = AbortSignal
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50))
    expect(await identity.verify(credential)).toBeNull()
    expect(waited).toHaveBeenCalledWith(5000)
    waited.mockRestore()
    expect(warn).toHaveBeenCalledWith(
      { reason: expect.any(String) },
      'the keys of Google sign-in cannot be had',
    )
    expect(JSON.stringify(warn.mock.calls)).not.toContain(credential.slice(0, 40))
    issuer.answers('keys')
    expect(await identity.verify(credential)).not.toBeNull()
  },
)

test('everybody is refused while no key server is there; keys that were fetched go on serving', async () => {
  const { identity, warn } = fresh({ GOOGLE_JWKS_URL: 'http://127.0.0.1:9/certs' })
  expect(await identity.verify(await issuer.sign())).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
  const known = fresh()
  await known.identity.verify(await issuer.sign())
  issuer.answers('error')
  expect(await known.identity.verify(await issuer.sign())).not.toBeNull()
  expect(known.warn).not.toHaveBeenCalled()
})
