import { expect, it } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { askSceneBot } from '#shared/api/assistant.ts'
import { callEvents } from './api-events.ts'
import { onSessionLost } from './session.ts'

const route = 'POST /api/scenebot'
const answer = { reply: 'فيلم', language: 'arabic', films: [], by: 'model' }
const ask = (told: unknown[]) =>
  callEvents(askSceneBot, { body: { message: 'x' } }, (event) => told.push(event))

/** The bytes of a stream in chunks of this size, which may split letters and lines. */
function inPieces(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

it.each([1, 3, 1000])('reads events that come %d bytes at a time', async (size) => {
  const text = [
    ': hello\n\n',
    'event: progress\ndata: {"type":"text","text":"فيـ"}\n\n',
    'event: unknown\ndata: {}\n\n',
    'event: progress\ndata: {"type":"again"}\n\n',
    `event: answer\ndata: ${JSON.stringify(answer)}\n\n`,
  ].join('')
  fakeApi({ [route]: () => inPieces(text, size) })
  const told: unknown[] = []
  expect(await ask(told)).toEqual(answer)
  expect(told).toEqual([{ type: 'text', text: 'فيـ' }, { type: 'again' }])
})

it('takes a plain answer as well', async () => {
  const requests = fakeApi({ [route]: () => answer })
  const told: unknown[] = []
  expect(await ask(told)).toEqual(answer)
  expect(told).toEqual([])
  expect(requests[0]?.headers.get('accept')).toBe('text/event-stream, application/json;q=0.9')
})

it.each([
  [
    'an error in it',
    'event: error\ndata: {"error":"x","code":"server.failed","requestId":"1"}\n\n',
    'server.failed',
  ],
  ['no answer in it', 'event: progress\ndata: {"type":"again"}\n\n', 'offline'],
  ['what is no JSON', 'event: answer\ndata: {\n\n', 'offline'],
])('a stream with %s is a failed call', async (_, text, code) => {
  fakeApi({ [route]: () => inPieces(text, 1000) })
  await expect(ask([])).rejects.toMatchObject({ name: 'ApiError', code })
})

it('ends a session that the server no longer knows', async () => {
  localStorage.setItem('token', 'abc')
  fakeApi({ [route]: () => Promise.reject(new Refusal(401, 'auth.required', '')) })
  let lost = 0
  const off = onSessionLost(() => lost++)
  await expect(ask([])).rejects.toMatchObject({ status: 401, code: 'auth.required' })
  off()
  expect(lost).toBe(1)
})
