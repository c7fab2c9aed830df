import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'

export const clientId = 'scene-test.apps.googleusercontent.com'

/** Claims of a token; `undefined` leaves one out. */
export type Claims = Record<string, unknown>

interface IssuerKey {
  kid: string
  alg: 'RS256' | 'ES256'
  publicKey: CryptoKey
  privateKey: CryptoKey
}

async function makeKey(alg: IssuerKey['alg']): Promise<IssuerKey> {
  return { kid: randomUUID(), alg, ...(await generateKeyPair(alg)) }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An issuer of ID tokens over real HTTP: it publishes its own keys and signs what a test asks for. */
export async function startIdentityServer() {
  let keys = [await makeKey('RS256'), await makeKey('ES256')]
  const foreign = { ...(await makeKey('RS256')), kid: keys[0]?.kid ?? '' }
  let answer: 'keys' | 'error' | 'nonsense' | 'hang' = 'keys'
  let fetches = 0
  const server = createServer((_request, response) => {
    fetches++
    if (answer === 'hang') return
    response.writeHead(answer === 'error' ? 503 : 200, { 'content-type': 'application/json' })
    if (answer === 'nonsense') return void response.end('{"keys":7}')
    void Promise.all(
      keys.map(async ({ kid, alg, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg,
        use: 'sig',
      })),
    ).then((published) => response.end(JSON.stringify({ keys: published })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const payload = (claims: Claims): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    const subject = randomUUID()
    return {
      iss: url,
      aud: clientId,
      sub: subject,
      email: `g_${subject.slice(0, 13)}@example.org`,
      email_verified: true,
      name: 'Google Person',
      iat: now,
      exp: now + 3600,
      jti: randomUUID(),
      ...claims,
    }
  }
  const keyFor = (alg: IssuerKey['alg']) => {
    const key = keys.find((one) => one.alg === alg)
    if (!key) throw new Error(`no key for ${alg}`)
    return key
  }
  const signWith = ({ kid, alg, privateKey }: IssuerKey, claims: Claims) =>
    new SignJWT(payload(claims)).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)

  return {
    url,
    /** The settings that make Scene trust this issuer. */
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: url, GOOGLE_JWKS_URL: `${url}/certs` },
    /** How often the keys were asked for. */
    fetches: () => fetches,
    /** A token as Google would give it, of a new person unless the claims say who. */
    sign: (claims: Claims = {}, alg: IssuerKey['alg'] = 'RS256') => signWith(keyFor(alg), claims),
    /** Signed by a key that is not the issuer's, under the id of one that is. */
    signForeign: (claims: Claims = {}) => signWith(foreign, claims),
    unsigned: (claims: Claims = {}) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload(claims))}.`,
    /** An HMAC whose secret is the text of the public key. */
    async signByPublicKey(claims: Claims = {}) {
      const { kid, publicKey } = keyFor('RS256')
      const signed = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${encode(payload(claims))}`
      const secret = await exportSPKI(publicKey)
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
    /** New keys in place of the old ones. */
    async rotate() {
      keys = [await makeKey('RS256'), await makeKey('ES256')]
    },
    answers: (how: typeof answer) => void (answer = how),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
