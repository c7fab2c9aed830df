import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { GuestPages, GuestTemplate } from './domains/guest-pages/guest-pages.service.ts'
import type { PageHead } from './domains/previews/previews.service.ts'
import { keptForGood } from './core/http/cache-control.ts'
import { failReply, sendFailure } from './core/http/error-handler.ts'
import { keptBody, sendKept } from './core/http/kept-body.ts'
import { withoutDocumentHeaders } from './core/http/security-headers.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export interface WebFiles {
  folder: string
  /** The built page, or null when the client was not built (the API serves all the same). */
  page: Page | null
  /** The template of pages for guests; null when the client was not built. */
  guestPage: GuestTemplate | null
  /** Inline scripts and styles of the pages, for the content security policy. */
  inline: { scripts: string[]; styles: string[] }
}

/**
 * The page, cut around the part of its head that says what it is about. `head` is null when the page has no marks to
 * cut at.
 */
interface Page {
  before: string
  head: string | null
  after: string
}

export async function readWebFiles(folder = built): Promise<WebFiles> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => null)
  const [page, guestPage] = await Promise.all([read('index.html'), read('guest.html')])
  const both = `${page ?? ''}${guestPage ?? ''}`
  const textsOf = (element: RegExp) => [...both.matchAll(element)].map(([, text]) => text ?? '')
  const inline = {
    scripts: textsOf(/<script>([\s\S]*?)<\/script>/g),
    styles: textsOf(/<style>([\s\S]*?)<\/style>/g),
  }
  return {
    folder,
    page: page === null ? null : cut(page),
    guestPage: guestPage === null ? null : cutGuestPage(guestPage),
    inline,
  }
}

const marks = ['<!--about-->', '<!--/about-->'] as const

function cut(page: string): Page {
  const [before = '', rest] = page.split(marks[0])
  const [head, after] = rest?.split(marks[1]) ?? []
  if (head === undefined || after === undefined) return { before: page, head: null, after: '' }
  return { before, head, after }
}

const contentMark = '<!--content-->'

function cutGuestPage(page: string): GuestTemplate | null {
  const { before, head, after } = cut(page)
  const [middle, end] = after.split(contentMark)
  return head === null || middle === undefined || end === undefined ? null : { before, middle, after: end }
}

/** Answers the head of the page at a path, or null for the usual one. Never fails. */
export type HeadOf = (request: FastifyRequest, path: string) => Promise<PageHead | null>

const workerPath = '/worker.js'

/** Paths that are never a screen of the client. */
const notScreens = /^\/(api|media|t|art|og|oembed|dev|assets|socket\.io)(\/|$)|\.[a-z0-9]{2,5}$/

/**
 * The address that is routed. The router would refuse one with a broken escape such as `%E0%A4`; when it is the
 * address of a screen its `%` are escaped, so that the browser gets the page that says "not found".
 */
export function routedUrl({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%')) return url
  const path = url.split('?', 1)[0] ?? '/'
  if (notScreens.test(path)) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

interface WebOptions {
  headOf: HeadOf
  guestPages: GuestPages | null
  /** Off: browsers that still have the service worker get one that unregisters itself. */
  serviceWorker: boolean
}

const lastWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/**
 * Serves the built client: hashed files, cached for ever; pages for guests; and for every other screen the page that
 * loads the app.
 */
export async function webRoutes(
  app: FastifyInstance,
  { folder, page }: WebFiles,
  { headOf, guestPages, serviceWorker }: WebOptions,
) {
  if (page === null) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? keptForGood : 'no-cache')
      if (hashed) withoutDocumentHeaders(reply)
    },
  })
  const files = new Set(await pathsIn(folder))
  const plainPage = keptBody(page.before + (page.head ?? '') + page.after, 11)
  const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'
  // A screen that fails here is the app's page, which says what is wrong. What was asked wrongly is never one: the app would
  // keep an address that holds a token.
  const errorHandler: RouteShorthandOptions['errorHandler'] = (error, request, reply) => {
    const path = pathOf(request)
    const failure = failReply(error, request, reply)
    if (failure.status < 500 || files.has(path) || notScreens.test(path)) sendFailure(failure, request, reply)
    else reply.type('text/html; charset=utf-8').send(plainPage.plain)
  }
  app.get('/*', { errorHandler }, async (request, reply) => {
    const path = pathOf(request)
    if (path === workerPath && !serviceWorker)
      return reply.header('cache-control', 'no-cache').type('text/javascript').send(lastWorker)
    if (files.has(path)) return reply.sendFile(path)
    if (notScreens.test(path)) return reply.callNotFound()
    const guestPage = await guestPages?.(request)
    if (guestPage) {
      reply.code(guestPage.status)
      if (!guestPage.indexed) reply.header('x-robots-tag', 'noindex')
      return sendKept(request.headers, reply, guestPage.body)
    }
    const head = page.head === null ? null : await headOf(request, path)
    if (head === null) return sendKept(request.headers, reply, plainPage)
    if (!head.indexed) reply.header('x-robots-tag', 'noindex')
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(page.before + head.tags + page.after)
  })
}

/** The paths of all files below a folder, as in their addresses. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}
