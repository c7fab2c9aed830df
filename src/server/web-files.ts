import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export interface WebFiles {
  /** The built page, or null when the client was not built (the API serves all the same). */
  page: string | null
  inlineScripts: string[]
}

export async function readWebFiles(): Promise<WebFiles> {
  const page = await readFile(`${folder}index.html`, 'utf8').catch(() => null)
  const inlineScripts = [...(page ?? '').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => text ?? '',
  )
  return { page, inlineScripts }
}

/** Headers that mean nothing on a script, a style or a font. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Paths that are never a screen of the client. */
const notScreens = /^\/(api|media|t|art|og|dev|assets|socket\.io)(\/|$)|\.[a-z0-9]{2,5}$/

/** The built client: hashed files for ever, the page for every screen of the route table. */
export async function webRoutes(app: FastifyInstance, { page }: WebFiles) {
  if (page === null) return
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Policies are for documents; on a dozen small files they weigh as much as one of them.
      if (hashed) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (notScreens.test(path)) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
