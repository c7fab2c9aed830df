import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutDocumentHeaders } from './core/http/security-headers.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export interface WebFiles {
  folder: string
  /** The built page, or null when the client was not built (the API serves all the same). */
  page: Page | null
  /** The texts of what stands in the page itself, for its policy. */
  inline: { scripts: string[]; styles: string[] }
}

/** The page, cut around what in its head tells what it is about; nothing is cut from one that has no marks. */
interface Page {
  before: string
  head: string | null
  after: string
}

export async function readWebFiles(folder = built): Promise<WebFiles> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  const textsOf = (element: RegExp) => [...(page ?? '').matchAll(element)].map(([, text]) => text ?? '')
  const inline = {
    scripts: textsOf(/<script>([\s\S]*?)<\/script>/g),
    styles: textsOf(/<style>([\s\S]*?)<\/style>/g),
  }
  return { folder, page: page === null ? null : cut(page), inline }
}

const marks = ['<!--about-->', '<!--/about-->'] as const

function cut(page: string): Page {
  const [before = '', rest] = page.split(marks[0])
  const [head, after] = rest?.split(marks[1]) ?? []
  if (head === undefined || after === undefined) return { before: page, head: null, after: '' }
  return { before, head, after }
}

/** Answers another text in place of what the head of the page at a path says it is about, or null. Never fails. */
export type HeadOf = (request: FastifyRequest, path: string) => Promise<string | null>

/** Paths that are never a screen of the client. */
const notScreens = /^\/(api|media|t|art|og|oembed|dev|assets|socket\.io)(\/|$)|\.[a-z0-9]{2,5}$/

/** The built client: hashed files for ever, the page for every screen of the route table. */
export async function webRoutes(app: FastifyInstance, { folder, page }: WebFiles, headOf: HeadOf) {
  if (page === null) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (hashed) withoutDocumentHeaders(reply)
    },
  })
  const files = new Set(await pathsIn(folder))
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (files.has(path)) return reply.sendFile(path)
    if (notScreens.test(path)) return reply.callNotFound()
    const head = page.head === null ? '' : ((await headOf(request, path)) ?? page.head)
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(page.before + head + page.after)
  })
}

/** The files below a folder as the paths of their addresses. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}
