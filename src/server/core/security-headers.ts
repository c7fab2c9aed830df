import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

interface Options {
  /** Texts of the inline scripts of the built page; each is allowed by its hash only. */
  inlineScripts: string[]
  https: boolean
  /** The login screen shows the button of Google Identity Services. */
  googleSignIn: boolean
}

/** https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy */
const gsi = 'https://accounts.google.com/gsi'

/**
 * Everything from our own origin. The exceptions: trailers, in a frame that opens on a click, and what the
 * button of Google sign-in needs where that is on.
 */
export async function securityHeaders(app: FastifyInstance, { inlineScripts, https, googleSignIn }: Options) {
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const google = (path: string) => (googleSignIn ? [`${gsi}/${path}`] : [])
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashes, ...google('client')],
        styleSrc: ["'self'", ...google('style')],
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
  })
}
