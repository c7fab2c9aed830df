import { createParser } from 'eventsource-parser'
import type { AnswerOf, AnyEndpoint, BodyOf, EventOf } from '#shared/api/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'

interface Asked<E> {
  as: { token: string }
  body: BodyOf<E>
  /** Ends the call from the caller's side. */
  signal?: AbortSignal
  /** Hears of each event when it comes. */
  hear?: (event: EventOf<E>) => void
}

interface Heard<E> {
  status: number
  progress: EventOf<E>[]
  answer: AnswerOf<E> | null
  error: ErrorBody | null
}

/** A call whose answer comes as server-sent events; an error before the first of them is an ordinary answer. */
export async function callStream<E extends AnyEndpoint>(
  app: { url: string },
  endpoint: E,
  { as, body, signal, hear }: Asked<E>,
): Promise<Heard<E>> {
  const response = await fetch(app.url + endpoint.path, {
    method: endpoint.method,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
  const heard: Heard<E> = { status: response.status, progress: [], answer: null, error: null }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { ...heard, error: (await response.json()) as ErrorBody }
  const parser = createParser({
    onEvent({ event, data }) {
      const value: unknown = JSON.parse(data)
      if (event === 'error') heard.error = value as ErrorBody
      else if (event === 'answer') heard.answer = value as AnswerOf<E>
      else {
        heard.progress.push(value as EventOf<E>)
        hear?.(value as EventOf<E>)
      }
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? [])
    parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
  return heard
}
