import { vi } from 'vitest'

export interface FakeRequest {
  /** `GET /api/users/1`, without the query. */
  route: string
  query: URLSearchParams
  headers: Headers
  /** The parsed JSON body, or the form. */
  body: unknown
}

type Answer = (request: FakeRequest) => unknown

/** Thrown by an answer: what the server says when a call fails. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, code: string, error: string, issues?: { path: string; message: string }[]) {
    super(error)
    this.status = status
    this.body = { error, code, requestId: 'test', ...(issues && { issues }) }
  }
}

/** Thrown by an answer: no answer comes at all. */
export class NoNetwork extends Error {}

/**
 * Stands in for the network of the browser until the test ends: `fetch` answers by `METHOD /path`. An
 * unexpected call answers 404. An answer with headers of its own is a whole `Response`. Gives the requests in
 * the order in which they were sent.
 */
export function fakeApi(answers: Record<string, Answer>): FakeRequest[] {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    // What was given up before it was sent never is.
    init.signal?.throwIfAborted()
    const url = new URL(input, 'http://localhost')
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
    const request = {
      route: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body,
    }
    requests.push(request)
    // Answers never come in the same tick.
    await Promise.resolve()
    const answer = answers[request.route]
    try {
      if (!answer) throw new Refusal(404, 'request.not_found', 'Not found.')
      const given = await answer(request)
      return given instanceof Response ? given : Response.json(given)
    } catch (error) {
      if (error instanceof NoNetwork) throw new TypeError('Failed to fetch', { cause: error })
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status })
      throw error
    }
  })
  return requests
}
