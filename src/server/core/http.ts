import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod'
import {
  needsSession,
  type AnswerOf,
  type AnyEndpoint,
  type CallScope,
  type EventOf,
  type FileAnswer,
  type Limit,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
} from '#shared/api/endpoint.ts'
import type { Role } from '#shared/api/members.ts'
import type { TitleReader } from '#shared/film-titles.ts'
import { matchLocale } from '#shared/locale.ts'
import type { StandIn } from '#shared/audience.ts'
import type { TokenScope } from '#shared/token-scopes.ts'
import { isForeignKeyViolation } from '#server/db/database-fault.ts'
import { createBodyBudget, guestBodies, memberBodies, uncountedBytes } from './http/bodies.ts'
import { isLocalRequest, limitAddress } from './http/caller.ts'
import { guestId, standInIds } from './audience.ts'
import { fail } from './errors.ts'
import { createEventStreams, type EventStream } from './http/event-stream.ts'
import { createFilmFollower, type FollowFilms } from './film-numbers.ts'
import { holdsPersonalToken, isPersonalToken } from './personal-token.ts'
import { toleratesLag, type ReplicaReads } from './replica-reads.ts'
import { bearerToken } from './tokens.ts'
import { jsonBytes } from './http/json.ts'
import { maxFileBytes, maxFileTextBytes, readMultipart, type Upload } from './http/multipart.ts'

/** The member behind a request. */
export interface Viewer {
  id: string
  username: string
  /** For a personal token, the id of the token: there is no session behind it. */
  sessionId: string
  /** The scopes of the personal token that calls; absent for a session, which may do everything. */
  scopes?: readonly TokenScope[]
  emailVerified: boolean
  role: Role
  /** The language of film titles: the one that the request asks for, else the one they signed up in. */
  titles: TitleReader
}

/** The viewer who stands for a guest. */
export const guestViewer = (titles: TitleReader): Viewer => ({
  id: guestId,
  username: '',
  sessionId: guestId,
  emailVerified: false,
  role: 'member',
  titles,
})

/** What a handler gets besides the validated input. */
export interface Call<Event = never> {
  /** The viewer of an endpoint that needs a session; on others it throws `auth.required` when there is none. */
  readonly viewer: Viewer
  readonly viewerOrNull: Viewer | null
  /** The language of film titles; for a guest the one that the request asks for, else English. */
  readonly titles: TitleReader
  /** The caller's address, for limits (see `limitAddress`). Never logged. */
  readonly address: string
  /** See `isLocalRequest`. */
  readonly isLocal: boolean
  /** The `Cookie` header. */
  readonly cookies: string
  setCookie(cookie: string): void
  readonly userAgent: string | null
  /** The `Origin` header: which site's page makes the call. */
  readonly origin: string | null
  /** UUID of the `Idempotency-Key` header. */
  readonly idempotencyKey: string | null
  /** Sets the header that says where the next page of an array answer starts. */
  nextCursor(cursor: string | null): void
  /** Sends an event before the answer, to a caller who asked for an event stream; to others nothing. */
  send(event: Event): void
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

export interface Input<E> {
  params: ParsedParams<E>
  query: ParsedQuery<E>
  body: ParsedBody<E>
  files: Partial<Record<string, Upload>>
}

/** The items of a page; sets the header that says where the next one starts. */
export async function paged<T>(
  call: Call,
  listed: Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const { items, next } = await listed
  call.nextCursor(next)
  return items
}

/** An answer that is JSON already, wholly or in part. Only `unchecked` endpoints may give one. */
export class WrittenAnswer {
  readonly json: Buffer
  constructor(json: Buffer) {
    this.json = json
  }
}

type Handler<E> = (input: Input<E>, call: Call<EventOf<E>>) => Promise<AnswerOf<E> | WrittenAnswer>

/** The answer of calls that have nothing to tell but their success. */
export const done = { ok: true } as const

export type Mount = <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) => void

/** Finds the viewer of a bearer token, be it of a session or a personal token; null for one that is not valid. */
export type Authenticate = (token: string) => Promise<Viewer | null>

interface MountOptions {
  authenticate: Authenticate
  /** Turns away members whose e-mail is not verified. */
  requireVerifiedEmail: boolean
  /** Counts a call. @throws request.rate_limited */
  countCall(limit: Limit | 'token.read' | 'token.write', key: string): Promise<unknown>
  followFilms: FollowFilms
  reads: ReplicaReads
}

const viewers = new WeakMap<FastifyRequest, Viewer>()
const uploads = new WeakMap<FastifyRequest, Partial<Record<string, Upload>>>()

/** Characters that are read of a header: enough to tell browsers and systems apart. */
const maxHeader = 300

/** Largest JSON body of a member, or all text fields of a form together, in bytes. */
const maxTextBytes = 1024 * 1024

const nothing = z.unknown().transform(() => undefined)
const uuid = z.uuid()

/** Binds endpoints of the contract to handlers: access, validation and serialisation happen here only. */
export function createMount(app: FastifyInstance, options: MountOptions): Mount {
  const openStream = createEventStreams(app)
  const holdBody = createBodyHolder()
  // No cache may keep members' data or tokens; a call whose answer may be kept sets its own header. Nor is any answer a
  // page to be found.
  app.addHook('onRequest', async ({ url, query }, reply) => {
    if (url.startsWith('/api/'))
      reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    if (url.includes('?') && holdsPersonalToken(JSON.stringify(query))) throw fail('request.token_in_address')
  })
  return (endpoint, handler) => {
    const maxText = maxTextOf(endpoint)
    const isWrite = endpoint.method !== 'GET'
    const withCurrentFilms = createFilmRetry(endpoint, options.followFilms)
    const mayLag = toleratesLag(endpoint)
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        params: endpoint.params ?? nothing,
        querystring: endpoint.query ?? nothing,
        ...(isWrite && { body: endpoint.body ?? nothing }),
        ...(!endpoint.file && !endpoint.unchecked && { response: { 200: endpoint.answer } }),
      },
      // Before the body is read, so that the body of a refused request is never held in memory.
      onRequest: async (request) => admit(request, endpoint, options),
      preValidation: async (request) => readBody(request, endpoint, maxText),
      handler: async (request, reply) => {
        // The schemas above have checked each part; Fastify types them as unknown.
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          files: uploads.get(request) ?? {},
        } as Input<typeof endpoint>
        const stream = openStream(endpoint, request, reply)
        const memberId = viewers.get(request)?.id ?? null
        const viewer = viewerOf(request, endpoint.viewedAs ?? false)
        const handle = (given: typeof input) => {
          const work = () => handler(given, new RequestCall(request, reply, { viewer, stream }))
          return mayLag ? options.reads.read(memberId, work) : work()
        }
        const answer = holdBody.during(request, async () => {
          try {
            return await withCurrentFilms(input, handle)
          } finally {
            if (memberId && isWrite) await options.reads.wrote(memberId)
          }
        })
        if (endpoint.file) return sendFile(reply, endpoint.file, (await answer) as FileAnswer)
        if (stream) return stream.answer(answer)
        const given = await answer
        if (endpoint.unchecked) return sendJson(reply, given)
        if (given instanceof WrittenAnswer)
          throw new Error(`${endpoint.path} may not answer what is not checked`)
        return given
      },
    }
    if (isWrite) {
      const maxBytes = maxText + maxFilesOf(endpoint)
      route.bodyLimit = maxText
      route.preParsing = async (request, reply) => holdBody.reserve(request, reply, maxBytes)
    }
    if (endpoint.file) {
      route.compress = false
      // A HEAD request would make the whole file only to throw it away.
      route.exposeHeadRoute = false
    }
    app.route(route)
  }
}

/**
 * Lets a call in: finds who makes it, counts it, and compares the path with them. Nobody but those whom the endpoint's
 * `access`, `limit` and `own` let in gets further.
 */
async function admit(request: FastifyRequest, endpoint: AnyEndpoint, options: MountOptions): Promise<void> {
  // Read before the first `await`: a socket that is closed meanwhile no longer knows its address, unless it was asked
  // for it while it was open.
  const address = limitAddress(request.ip)
  if (endpoint.access !== 'guest') await identify(request, endpoint, options)
  const viewer = viewers.get(request)
  // Counted before the member's own limit, so that a token can use at most half of that.
  if (viewer?.scopes)
    await options.countCall(endpoint.method === 'GET' ? 'token.read' : 'token.write', viewer.sessionId)
  await options.countCall(endpoint.limit, viewer?.id ?? address)
  if (endpoint.own !== 'none' && !isOwn(request, endpoint.own, viewer)) throw fail('request.not_yours')
}

/**
 * Runs calls with the current numbers of the films that they name, and once more where a film was merged into another
 * while the call ran.
 */
function createFilmRetry(endpoint: AnyEndpoint, followFilms: FollowFilms) {
  const follow = createFilmFollower(endpoint, followFilms)
  const followAnew = createFilmFollower(endpoint, followFilms.anew)
  return async <Parts extends object, Answer>(
    parts: Parts,
    run: (current: Parts) => Promise<Answer>,
  ): Promise<Answer> => {
    const current = await follow(parts)
    try {
      return await run(current)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      const again = await followAnew(parts)
      if (again === parts) throw error
      return await run(again)
    }
  }
}

/** Reads a form with files, whose text fields become the body. A call that takes none refuses it. */
async function readBody(request: FastifyRequest, endpoint: AnyEndpoint, maxText: number): Promise<void> {
  if (endpoint.files && request.isMultipart()) {
    const limits = { names: endpoint.files, file: endpoint.fileLimit, maxText }
    const { fields, files } = await readMultipart(request, limits)
    request.body = fields
    uploads.set(request, files)
  } else if (endpoint.body && request.isMultipart()) throw fail('request.media_type')
  // A missing body counts as one without fields, so that the error names the field that is missing.
  if (endpoint.body) request.body ??= {}
}

const maxTextOf = ({ access, fileInText }: AnyEndpoint) =>
  fileInText ? maxFileTextBytes : access === 'guest' ? uncountedBytes : maxTextBytes

const maxFilesOf = ({ files, fileLimit }: AnyEndpoint) =>
  (files?.length ?? 0) * (fileLimit?.bytes ?? maxFileBytes)

/**
 * Bounds the memory that request bodies take, separately for guests and members, so that guests cannot use up the
 * members' share. It is held until the work on a body is over, even when the caller has left.
 */
function createBodyHolder() {
  const reserveGuest = createBodyBudget(guestBodies)
  const reserveMember = createBodyBudget(memberBodies)
  const held = new WeakMap<FastifyRequest, () => void>()
  return {
    /** A body of unknown length is counted as `maxBytes`. */
    async reserve(request: FastifyRequest, { raw }: FastifyReply, maxBytes: number) {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
      const bytes = encoding === undefined ? Math.min(Number(length ?? 0), maxBytes) : maxBytes
      if (bytes <= uncountedBytes || raw.destroyed) return
      const viewer = viewers.get(request)
      const release = viewer ? reserveMember(viewer.id, bytes) : reserveGuest(limitAddress(request.ip), bytes)
      held.set(request, release)
      raw.once('close', () => {
        if (held.delete(request)) release()
      })
    },
    async during<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
      const release = held.get(request)
      held.delete(request)
      try {
        return await work()
      } finally {
        release?.()
      }
    },
  }
}

async function identify(request: FastifyRequest, endpoint: AnyEndpoint, options: MountOptions) {
  const token = bearerToken(request.headers.authorization)
  const viewer = token ? await options.authenticate(token) : null
  if (token && !viewer && isPersonalToken(token)) throw fail('auth.token_invalid')
  if (viewer)
    viewers.set(request, {
      ...viewer,
      titles: { ...viewer.titles, language: askedLanguage(request) ?? viewer.titles.language },
    })
  if (needsSession(endpoint.access)) {
    if (!viewer) throw fail('auth.required')
    const exempt = endpoint.path.startsWith('/api/auth/')
    if (options.requireVerifiedEmail && !viewer.emailVerified && !exempt) throw fail('auth.unverified')
    if (!mayCall(endpoint.access, viewer.role)) throw fail('request.not_found')
  }
  if (viewer?.scopes) requireScope(viewer.scopes, endpoint.scope)
}

/** Operators may do all that moderators may. */
function mayCall(access: AnyEndpoint['access'], role: Role): boolean {
  if (access === 'operator') return role === 'operator'
  return access !== 'moderator' || role !== 'member'
}

/** @throws auth.token_barred, auth.token_scope with the scope that is missing */
function requireScope(scopes: readonly TokenScope[], scope: CallScope): void {
  if (scope === 'session') throw fail('auth.token_barred')
  if (scope === 'none' || scope === 'any' || scopes.includes(scope)) return
  throw fail('auth.token_scope', { issues: [{ path: 'Authorization', message: scope, params: { scope } }] })
}

/** Null when the client asks for none of Scene's languages, or accepts any. */
const askedLanguage = ({ headers }: FastifyRequest) =>
  matchLocale(headers['accept-language']?.split(',', 20) ?? [])

/** Compares ids in any letter case, as their schema does. */
function isOwn({ params }: FastifyRequest, name: string, viewer: Viewer | undefined): boolean {
  const given = (params as Record<string, string>)[name]
  return viewer !== undefined && given?.toLowerCase() === viewer.id
}

/**
 * The viewer, or the one they want to see their own profile as. @throws request.not_yours when the profile is
 * another's
 */
function viewerOf(request: FastifyRequest, mayViewAs: boolean): Viewer | null {
  const viewer = viewers.get(request) ?? null
  const as = mayViewAs ? (request.query as { as?: StandIn }).as : undefined
  if (as === undefined) return viewer
  if (!viewer || !isOwn(request, 'userId', viewer)) throw fail('request.not_yours')
  return { ...viewer, id: standInIds[as] }
}

/**
 * A class and no literal: V8 gives each object with getters of its own a shape of its own, which keeps the request and all
 * that hangs on it until the whole heap is collected.
 */
class RequestCall implements Call<unknown> {
  readonly viewerOrNull: Viewer | null
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #stream: EventStream | null
  #signal: AbortSignal | undefined

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    { viewer, stream }: { viewer: Viewer | null; stream: EventStream | null },
  ) {
    this.viewerOrNull = viewer
    this.#request = request
    this.#reply = reply
    this.#stream = stream
  }

  get viewer() {
    if (!this.viewerOrNull) throw fail('auth.required')
    return this.viewerOrNull
  }
  get titles() {
    return (
      this.viewerOrNull?.titles ?? { language: askedLanguage(this.#request) ?? 'en', choice: 'my-language' }
    )
  }
  get address() {
    return limitAddress(this.#request.ip)
  }
  get isLocal() {
    return isLocalRequest(this.#request)
  }
  get cookies() {
    return this.#request.headers.cookie ?? ''
  }
  setCookie(cookie: string) {
    this.#reply.header('set-cookie', cookie)
  }
  get userAgent() {
    return this.#request.headers['user-agent']?.slice(0, maxHeader) ?? null
  }
  get origin() {
    return this.#request.headers.origin?.slice(0, maxHeader) ?? null
  }
  get idempotencyKey() {
    const key = this.#request.headers['idempotency-key']
    if (key === undefined) return null
    const parsed = uuid.safeParse(key)
    if (parsed.success) return parsed.data
    throw fail('request.invalid', { issues: [{ path: 'Idempotency-Key', message: 'not a UUID' }] })
  }
  nextCursor(cursor: string | null) {
    if (cursor) this.#reply.header('x-next-cursor', cursor)
  }
  send(event: unknown) {
    this.#stream?.send(event)
  }
  get signal() {
    return (this.#signal ??= untilGone(this.#reply))
  }
}

/** Fastify's own signal is also aborted when the body of a request has been read. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}

const sendJson = (reply: FastifyReply, answer: unknown): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(answer instanceof WrittenAnswer ? answer.json : jsonBytes(answer))

/**
 * Sends a file while it is being made. Making it stops when the caller is gone. An error before the first byte is
 * answered as usual; a later one breaks the connection, since half a file must not look like a whole one.
 */
function sendFile(reply: FastifyReply, type: string, { name, body }: FileAnswer): FastifyReply {
  return reply
    .headers({
      'content-disposition': attachment(name),
      'content-type': type,
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(body, { objectMode: false }))
}

/** RFC 6266: a plain ASCII name for old clients, and the exact name in the encoding of RFC 5987. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%/]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
