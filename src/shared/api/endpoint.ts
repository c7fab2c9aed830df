import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { TokenScope } from '../token-scopes.ts'

/**
 * Who may call an endpoint.
 * - `guest`: anybody; a session is not looked at.
 * - `optional`: anybody; with a valid session the handler knows the viewer.
 * - `member`: a valid session is required, else 401.
 * - `moderator`: the same, and for all others than moderators and operators there is no such call: 404 `request.not_found`.
 * - `operator`: the same for all others than operators.
 */
export type Access = 'guest' | 'optional' | 'member' | 'moderator' | 'operator'

/** Whether a call answers 401 without a valid session. */
export const needsSession = (access: Access) => access !== 'guest' && access !== 'optional'

/**
 * The limit that a call counts towards before its body is read: by address for guests, by account for members. How
 * often each may happen is in the server's `adapters/rate-limit/limits.ts`.
 */
export type Limit =
  | 'guest.read'
  | 'guest.write'
  | 'guest.upload'
  | 'guest.report'
  | 'auth.check'
  | 'auth.register'
  | 'member.read'
  | 'member.write'
  | 'member.count'
  | 'member.report'
  | 'member.upload'
  | 'member.import'
  | 'search'
  | 'assistant'
  | 'export'

/**
 * The path parameter that must be the viewer's own id, else 403 `request.not_yours`, before the body is read. `none`:
 * the path names no member, or any; whose a log, a list or an import is, is checked by its service.
 */
export type Ownership = 'userId' | 'none'

/**
 * What a personal token must be allowed to make a call.
 * - `none`: the call is for guests; no token or session is looked up.
 * - `any`: every token may make it, whatever its scopes.
 * - `session`: no token may make it. These are calls that make tokens, change how one signs in, delete the account, change
 *   who may see all of it (such as accepting a follower), show private items to others, or are for operators.
 */
export type CallScope = TokenScope | 'none' | 'any' | 'session'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Errors that any endpoint may answer: when the request is invalid, and when the server cannot do its work. */
export const generalErrors = [
  'auth.required',
  'auth.unverified',
  'auth.token_invalid',
  'auth.token_scope',
  'auth.token_barred',
  'request.token_in_address',
  'request.invalid',
  'request.not_found',
  'request.not_yours',
  'request.rate_limited',
  'request.too_large',
  'request.media_type',
  'request.timeout',
  'request.headers_too_large',
  'server.failed',
  'server.storage_full',
  'server.read_only',
  'server.unavailable',
] as const satisfies ErrorCode[]

/** One part of the contract. Every call of the product is spelled once, as one of these. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Events extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method
  /** Fastify-style path, `:name` for parameters. */
  readonly path: `/api/${string}`
  readonly access: Access
  readonly limit: Limit
  readonly own: Ownership
  readonly scope: CallScope
  /** Errors that it may answer besides `generalErrors`. */
  readonly errors: readonly ErrorCode[]
  /** One line for the API document. */
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  /** Members may view what is theirs as somebody else: the query has `as`. */
  readonly viewedAs?: boolean
  /** JSON body, or the text fields of a multipart body when `files` is set. */
  readonly body?: Body
  /** Names of the optional file parts; makes the request multipart/form-data. */
  readonly files?: readonly string[]
  /** The largest file in bytes, when it is not that of a picture, and the error for a larger one. */
  readonly fileLimit?: { readonly bytes: number; readonly code: ErrorCode }
  /** The JSON body may hold a file as text, and may be as long as that needs. */
  readonly fileInText?: true
  /**
   * The data of events before the answer, for callers that accept `text/event-stream`; fields outside of this schema
   * are never sent.
   */
  readonly events?: Events
  /** Media type of an answer that is a file to keep; its `answer` is `file` of fields.ts. */
  readonly file?: string
  /** The answer of a 200. Fields that it does not name never leave. */
  readonly answer: Answer
  /**
   * For the most frequent reads: the answer is sent as its view built it, without checking each field, which would
   * cost as much as making it. Tests compare every answer that they get with the schema.
   */
  readonly unchecked?: true
}

/** What a handler of an endpoint with `file` answers: sent as it comes, as an attachment of that name. */
export interface FileAnswer {
  name: string
  body: AsyncIterable<Uint8Array>
}

export type AnyEndpoint = Endpoint

export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Events extends z.ZodMiniType = z.ZodMiniType<never>,
>(spec: Endpoint<Params, Query, Body, Answer, Events>): Endpoint<Params, Query, Body, Answer, Events> {
  const { query } = spec
  return query && 'shape' in query && 'as' in (query.shape as object) ? { ...spec, viewedAs: true } : spec
}

/** What a caller sends. */
export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? z.input<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.input<B> : never
/** What a caller receives. */
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never
/** What a caller of an event stream hears before the answer. */
export type EventOf<E> = E extends { events?: infer V extends z.ZodMiniType } ? z.output<V> : never
/** What a handler receives after validation. */
export type ParsedParams<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? z.output<P> : never
export type ParsedQuery<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? z.output<Q> : never
export type ParsedBody<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.output<B> : never
