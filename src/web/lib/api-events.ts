import { createParser } from 'eventsource-parser'
import type { AnswerOf, AnyEndpoint, EventOf } from '#shared/api/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { ApiError, read, send, type CallOptions, type Parts } from './api.ts'

/** Asked for first; a server or a proxy that cannot stream answers plainly. */
const accept = 'text/event-stream, application/json;q=0.9'

/**
 * Like `call`, for endpoints with `events`: passes them on as they come and gives the answer that follows. A
 * server that answers at once sends none. A stream that breaks off is an `ApiError` with `offline`; an
 * error in the middle of one has the status 500, whatever its code.
 */
export async function callEvents<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
  onEvent: (event: EventOf<E>) => void,
): Promise<AnswerOf<E>> {
  const parts: Parts = { ...(options as Parts), headers: { Accept: accept } }
  const response = await send(endpoint, parts)
  const streamed = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  const answer = streamed
    ? await follow(response, parts, (event) => onEvent(event as EventOf<E>))
    : await read(response, parts)
  return answer as AnswerOf<E>
}

async function follow(
  response: Response,
  { signal }: Parts,
  onEvent: (event: unknown) => void,
): Promise<unknown> {
  const end: { answer?: unknown; error?: ErrorBody } = {}
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const content: unknown = JSON.parse(data)
      if (event === 'progress') onEvent(content)
      else if (event === 'answer') end.answer = content
      else if (event === 'error') end.error = content as ErrorBody
    },
  })
  const isOver = () => 'answer' in end || end.error !== undefined
  try {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let chunk = await reader?.read()
    while (chunk?.value !== undefined) {
      parser.feed(chunk.value)
      chunk = isOver() ? undefined : await reader?.read()
    }
    reader?.cancel().catch(() => undefined)
  } catch (error) {
    if (signal?.aborted) throw error
  }
  if (end.error) throw new ApiError(500, end.error.code, end.error.error, end.error.issues)
  if ('answer' in end) return end.answer
  throw new ApiError(response.status, 'offline', '')
}
