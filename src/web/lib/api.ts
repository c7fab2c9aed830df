import type { StandIn } from '#shared/audience.ts'
import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '#shared/api/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { endSession, getToken } from './session.ts'

/** `offline`: no answer came at all, or one that is not ours. */
type ApiErrorCode = ErrorCode | 'offline'

/**
 * A call that did not succeed. `status` is the HTTP status, 0 without an answer; `message` is the English
 * text of the server, empty without an answer; `retryAfter` is in seconds.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly issues: NonNullable<ErrorBody['issues']>
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    issues: ErrorBody['issues'] = [],
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.issues = issues
    this.retryAfter = retryAfter
  }
}

/** A part that the endpoint does not declare has the input type `unknown`. */
type Part<Name extends string, Value> = unknown extends Value
  ? object
  : object extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>

export type CallOptions<E> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    /** File parts by name; the endpoint must declare `files`. */
    files?: Record<string, Blob>
    signal?: AbortSignal
    headers?: Record<string, string>
    /** The call still arrives when the page is left right after it, unless its body is a form or long. */
    keepalive?: boolean
  }

/** Paths that get no bearer header. */
const withoutToken = ['/auth/login', '/auth/signup', '/auth/forgot-password', '/auth/reset-password']

/** What a path, a query or a form may hold; JSON bodies may hold more. */
type Plain = string | number | boolean | null | undefined

export interface Parts {
  params?: Record<string, Plain>
  query?: Record<string, Plain>
  body?: Record<string, Plain>
  files?: Record<string, Blob>
  signal?: AbortSignal
  headers?: Record<string, string>
  keepalive?: boolean
}

let standIn: StandIn | undefined

/** The calls that `ask` starts get the answers that the stand-in would get (see viewed-as.ts). */
export function askAs<Answer>(as: StandIn, ask: () => Answer): Answer {
  standIn = as
  try {
    return ask()
  } finally {
    standIn = undefined
  }
}

function address({ path, viewedAs }: AnyEndpoint, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  if (viewedAs && standIn) search.set('as', standIn)
  return search.size > 0 ? `${filled}?${search}` : filled
}

function multipart({ body = {}, files = {} }: Parts): FormData {
  const form = new FormData()
  // Text first: a streaming server then knows the fields before the file arrives.
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  return form
}

async function failure(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('Retry-After'))
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null
  try {
    const { error, code, issues } = (await response.json()) as Partial<ErrorBody>
    if (typeof error === 'string' && typeof code === 'string') {
      return new ApiError(response.status, code, error, issues, retryAfter)
    }
  } catch {
    // A proxy's page, not an answer of ours.
  }
  // Every proxy has a limit of its own, and what is too large for it stays so.
  const code = response.status === 413 ? 'request.too_large' : 'offline'
  return new ApiError(response.status, code, '', [], retryAfter)
}

declare global {
  interface Window {
    /** What the page itself asked for before this code was here, by address. */
    firstAnswers?: Partial<Record<string, Promise<Response>>>
  }
}

/** The answer to a request that boot.ts sent before this code had loaded; given once, to the first screen. */
function takeFirstAnswer(url: string): Promise<Response> | undefined {
  const answer = window.firstAnswers?.[url]
  if (answer) delete window.firstAnswers?.[url]
  return answer
}

/** Called once the first screen has sent its requests: an answer left over by then would only grow stale. */
export function dropFirstAnswers(): void {
  delete window.firstAnswers
}

let prepareFailure: (code: ApiErrorCode) => Promise<void> = () => Promise.resolve()

/** Before a call fails, `prepare` loads what is needed to report it, such as the text of its error. */
export function beforeFailure(prepare: (code: ApiErrorCode) => Promise<void>): void {
  prepareFailure = prepare
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await (takeFirstAnswer(url) ?? fetch(url, init))
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'offline', '')
  }
}

export type Rest<E> = object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

/** Longest body, in characters, sent with `keepalive`: browsers allow 64 kB for all such requests of a page together. */
const maxKeptAlive = 5000

/** Gives an answer that succeeded; throws what `call` throws. */
export async function send(endpoint: AnyEndpoint, parts: Parts): Promise<Response> {
  const headers = new Headers({
    Accept: 'application/json',
    // Titles of films come in the language of the screen, not in the browser's own.
    'Accept-Language': document.documentElement.lang,
    ...parts.headers,
  })
  const token = withoutToken.some((path) => endpoint.path.includes(path)) ? null : getToken()
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)

  const init: RequestInit = {
    method: endpoint.method,
    headers,
    credentials: 'include',
    signal: parts.signal ?? null,
    keepalive: parts.keepalive ?? false,
  }
  if (endpoint.files) {
    init.body = multipart(parts)
    init.keepalive = false
  } else if (parts.body !== undefined) {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(parts.body)
    init.keepalive &&= init.body.length < maxKeptAlive
  }

  const response = await request(address(endpoint, parts), init)
  if (response.ok) return response
  const error = await failure(response)
  // An answer to an older token says nothing about the current session.
  if (error.code === 'auth.required' && token !== null && token === getToken()) endSession()
  await prepareFailure(error.code)
  throw error
}

/** The JSON of an answer. */
export async function read(response: Response, { signal }: Parts): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(response.status, 'offline', '')
  }
}

/**
 * Sends one call of the contract and gives its typed answer. Throws `ApiError`; an aborted call throws the
 * signal's reason. A session that the server no longer knows is ended here, once.
 */
export async function call<E extends AnyEndpoint>(endpoint: E, ...rest: Rest<E>): Promise<AnswerOf<E>> {
  const parts = (rest[0] ?? {}) as Parts
  return (await read(await send(endpoint, parts), parts)) as AnswerOf<E>
}

/** One page of a long answer; `next` is the cursor of the page after it, null after the last. */
export interface Page<Answer> {
  answer: Answer
  next: string | null
}

/** Like `call`, for endpoints that take `limit` and `cursor`. */
export async function callPage<E extends AnyEndpoint>(
  endpoint: E,
  ...rest: Rest<E>
): Promise<Page<AnswerOf<E>>> {
  const parts = (rest[0] ?? {}) as Parts
  const response = await send(endpoint, parts)
  return {
    answer: (await read(response, parts)) as AnswerOf<E>,
    next: response.headers.get('X-Next-Cursor'),
  }
}

/** The server itself said no: asked again, it would say the same. A proxy without it says 403 or 404 as well. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code !== 'offline' && error.status < 500

/** Nothing has this id, or it is no id at all. */
export const isUnknown = (error: unknown): boolean =>
  isRefusal(error) && (error.status === 404 || error.status === 400)
