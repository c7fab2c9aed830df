import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

interface Options {
  /** Texts of the inline scripts and styles of the built page; each is allowed by its hash only. */
  inline: { scripts: string[]; styles: string[] }
  https: boolean
  /** The login screen shows the button of Google Identity Services. */
  googleSignIn: boolean
}

/**
 * Browser features that Scene, its frames and its scripts never use. Those that it does use keep the browser's
 * default: copying, sharing and, for the trailer's frame, full screen, autoplay, encrypted media and picture in
 * picture.
 */
const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy */
const gsi = 'https://accounts.google.com/gsi'

/**
 * Sets security headers on every answer. The policy allows only our own origin, with two exceptions: trailers, in a
 * frame that opens on a click, and what the button of Google sign-in needs where that is on.
 */
export function securityHeaders(app: FastifyInstance, { inline, https, googleSignIn }: Options) {
  const hashes = (texts: string[]) =>
    texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const google = (path: string) => (googleSignIn ? [`${gsi}/${path}`] : [])
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashes(inline.scripts), ...google('client')],
        styleSrc: ["'self'", ...hashes(inline.styles), ...google('style')],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...google('')],
        frameSrc: ['https://www.youtube-nocookie.com', 'https://player.vimeo.com', ...google('')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Google's sign-in window tells the page that opened it who signed in.
    crossOriginOpenerPolicy: { policy: googleSignIn ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  headers['permissions-policy'] = permissionsPolicy
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Headers that mean nothing on a script, a style, a font or a picture. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Removes them: only documents need policies, and on a dozen small files they weigh as much as one of the files. */
export function withoutDocumentHeaders<Reply extends { removeHeader(name: string): unknown }>(
  reply: Reply,
): Reply {
  for (const name of documentHeaders) reply.removeHeader(name)
  return reply
}

/** The headers that Helmet sets; they are the same for every answer, so it runs once. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader() {},
  } as unknown as ServerResponse
  helmet(options)({} as IncomingMessage, response, (error) => {
    if (error) throw error
  })
  return headers
}
