import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod'
import type {
  AnswerOf,
  AnyEndpoint,
  EventOf,
  FileAnswer,
  ParsedBody,
  ParsedParams,
  ParsedQuery,
} from '#shared/api/endpoint.ts'
import { fail } from './errors.ts'
import { createEventStreams, type EventStream } from './event-stream.ts'
import { sendFile } from './file-answer.ts'
import { maxFields, readMultipart, type Upload } from './multipart.ts'

/** The member behind a request. */
export interface Viewer {
  id: string
  username: string
  sessionId: string
  emailVerified: boolean
}

/** What a handler gets besides the validated input. */
export interface Call<Event = never> {
  /** The viewer of a `member` endpoint; on others it throws `auth.required` when there is none. */
  readonly viewer: Viewer
  readonly viewerOrNull: Viewer | null
  /** The caller's address, for limits. Never logged. */
  readonly address: string
  readonly userAgent: string | null
  /** UUID of the `Idempotency-Key` header. */
  readonly idempotencyKey: string | null
  /** Announces where the next page of an array answer starts. */
  nextCursor(cursor: string | null): void
  /** Tells a caller who asked for an event stream something before the answer; others hear nothing. */
  tell(event: Event): void
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

export interface Input<E> {
  params: ParsedParams<E>
  query: ParsedQuery<E>
  body: ParsedBody<E>
  files: Partial<Record<string, Upload>>
}

/** The items of a page; announces where the next one starts. */
export async function paged<T>(
  call: Call,
  listed: Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const { items, next } = await listed
  call.nextCursor(next)
  return items
}

type Handler<E> = (input: Input<E>, call: Call<EventOf<E>>) => Promise<AnswerOf<E>>

/** The answer of calls that only say that it was done. */
export const done = { ok: true } as const

export type Mount = <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) => void

/** Answers the viewer of a bearer token, or null. */
export type Authenticate = (token: string) => Promise<Viewer | null>

interface MountOptions {
  authenticate: Authenticate
  /** Turns away members whose e-mail is not verified. */
  requireVerifiedEmail: boolean
}

const viewers = new WeakMap<FastifyRequest, Viewer>()
const uploads = new WeakMap<FastifyRequest, Partial<Record<string, Upload>>>()

const nothing = z.unknown().transform(() => undefined)
const uuid = z.uuid()

/** Binds endpoints of the contract to handlers: access, validation and serialisation happen here only. */
export function createMount(app: FastifyInstance, options: MountOptions): Mount {
  const openStream = createEventStreams(app)
  return (endpoint, handler) => {
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        params: endpoint.params ?? nothing,
        querystring: endpoint.query ?? nothing,
        ...(endpoint.method !== 'GET' && { body: endpoint.body ?? nothing }),
        ...(!endpoint.file && { response: { 200: endpoint.answer } }),
      },
      handler: async (request, reply) => {
        // The schemas above have checked each part; Fastify types them as unknown.
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          files: uploads.get(request) ?? {},
        } as Input<typeof endpoint>
        const stream = openStream(endpoint, request, reply)
        const answer = handler(input, callOf(request, reply, stream))
        if (endpoint.file) return sendFile(reply, endpoint.file, (await answer) as FileAnswer)
        return stream ? stream.answer(answer) : answer
      },
    }
    if (endpoint.access !== 'guest')
      route.onRequest = async (request, reply) => {
        reply.header('cache-control', 'private, no-store')
        await identify(request, endpoint, options)
      }
    if (endpoint.file) {
      route.compress = false
      // A file is not made to be thrown away.
      route.exposeHeadRoute = false
    }
    if (endpoint.fileInText) route.bodyLimit = maxFields
    if (endpoint.files) {
      const { files: names, fileLimit } = endpoint
      route.preValidation = async (request) => {
        if (!request.isMultipart()) return
        const { fields, files } = await readMultipart(request, names, fileLimit)
        request.body = fields
        uploads.set(request, files)
      }
    }
    app.route(route)
  }
}

async function identify(request: FastifyRequest, endpoint: AnyEndpoint, options: MountOptions) {
  const token = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
  const viewer = token ? await options.authenticate(token) : null
  if (viewer) viewers.set(request, viewer)
  if (endpoint.access !== 'member') return
  if (!viewer) throw fail('auth.required')
  const exempt = endpoint.path.startsWith('/api/auth/')
  if (options.requireVerifiedEmail && !viewer.emailVerified && !exempt) throw fail('auth.unverified')
}

function callOf(request: FastifyRequest, reply: FastifyReply, stream: EventStream | null): Call<unknown> {
  const key = request.headers['idempotency-key']
  let signal: AbortSignal | undefined
  const viewer = viewers.get(request) ?? null
  return {
    get viewer() {
      if (!viewer) throw fail('auth.required')
      return viewer
    },
    viewerOrNull: viewer,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    get idempotencyKey() {
      if (key === undefined) return null
      const parsed = uuid.safeParse(key)
      if (parsed.success) return parsed.data
      throw fail('request.invalid', { issues: [{ path: 'Idempotency-Key', message: 'not a UUID' }] })
    },
    nextCursor(cursor) {
      if (cursor) reply.header('x-next-cursor', cursor)
    },
    tell: (event) => stream?.tell(event),
    get signal() {
      return (signal ??= untilGone(reply))
    },
  }
}

/** Fastify's own signal is also aborted when the body of a request has been read. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
