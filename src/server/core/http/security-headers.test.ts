import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'

async function headersOf(env: Record<string, string> = {}) {
  const app = await startTestApp({ env })
  onTestFinished(() => app.close())
  const { headers } = await fetch(`${app.url}/livez`)
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  const policy = Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
  return { headers, policy }
}

const google = (sources: string[] = []) => sources.filter((source) => source.includes('google'))

test('without Google sign-in everything is from our own origin, trailers aside', async () => {
  const { headers, policy } = await headersOf()
  for (const directive of ['default-src', 'connect-src', 'font-src', 'form-action'])
    expect([directive, policy[directive]]).toEqual([directive, ["'self'"]])
  expect(policy['frame-src']).toEqual(['https://www.youtube-nocookie.com', 'https://player.vimeo.com'])
  for (const source of [policy['script-src'], policy['style-src']].flat())
    expect(source).toMatch(/^'self'$|^'sha256-/)
  expect(JSON.stringify(policy)).not.toContain('google')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('with it the policy allows what its button needs, and no more', async () => {
  const off = await headersOf()
  const { headers, policy } = await headersOf({ GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com' })
  const gsi = 'https://accounts.google.com/gsi/'
  const allowed: Record<string, string> = {
    'script-src': `${gsi}client`,
    'style-src': `${gsi}style`,
    'connect-src': gsi,
    'frame-src': gsi,
  }
  for (const [directive, sources] of Object.entries(policy)) {
    const ours = off.policy[directive] ?? []
    const address = allowed[directive]
    expect([directive, sources]).toEqual([directive, address ? [...ours, address] : ours])
  }
  expect(Object.values(policy).flatMap(google)).toHaveLength(4)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test('behind https browsers are told to stay with it, and without it they are not', async () => {
  const behind = await headersOf({ PUBLIC_URL: 'https://scene.example.org' })
  expect(behind.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(behind.policy).toHaveProperty('upgrade-insecure-requests')
  const without = await headersOf()
  expect(without.headers.get('strict-transport-security')).toBeNull()
  expect(without.policy).not.toHaveProperty('upgrade-insecure-requests')
})

test('other sites are let in by no header, whatever they ask before', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const origin = 'https://evil.example'
  for (const [method, path] of [
    ['GET', '/api/auth/settings'],
    ['GET', '/livez'],
    ['GET', '/socket.io/?EIO=4&transport=polling'],
    ['OPTIONS', '/api/logs/full'],
    ['OPTIONS', '/socket.io/?EIO=4&transport=polling'],
    ['POST', '/api/auth/login'],
  ] as const) {
    const { headers } = await fetch(app.url + path, {
      method,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    const granted = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
    expect([method, path, granted]).toEqual([method, path, []])
  }
})
