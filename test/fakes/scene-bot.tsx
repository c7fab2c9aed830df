import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AssistantAnswer, AssistantEvent } from '#shared/api/assistant.ts'
import { SceneBot } from '#web/features/scene-bot/scene-bot.tsx'
import { renderRoutes } from './screen.tsx'
import type { FakeRequest } from './web-api.ts'

export const chatMember = '018f0000-0000-7000-8000-000000000001'

export const route = 'POST /api/scenebot'
export const unavailable = 'SceneBot is currently unavailable. Please try again later.'

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ask about films…' })
export const chat = () => within(screen.getByRole('log'))
export const bodies = (requests: FakeRequest[]) =>
  requests.filter((request) => request.route === route).map(({ body }) => body)
export const say = (text: string) => userEvent.type(field(), `${text}{Enter}`)

export const makeAnswer = (reply: string, given: Partial<AssistantAnswer> = {}): AssistantAnswer => ({
  reply,
  language: 'english',
  films: [],
  by: 'built-in',
  ...given,
})

/** An answer as server-sent events that the test sends one by one. */
export function eventStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const send = (event: string, data: unknown) =>
    writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return {
    response: new Response(readable, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
    progress: (event: AssistantEvent) => send('progress', event),
    answer: (answer: AssistantAnswer) => send('answer', answer),
    error: (code: string) => send('error', { error: '', code, requestId: 'test' }),
    end: () => writer.close(),
    breakOff: () => writer.abort(new TypeError('network error')),
  }
}

/** The screen, with a film page to go to. `state` is what the navigation brings. */
export function openChat(state: unknown = null) {
  return renderRoutes(
    [
      { path: '/scenebot', element: <SceneBot memberId={chatMember} /> },
      { path: '/movie/:id', element: <h1>A film</h1> },
    ],
    { pathname: '/scenebot', state },
  )
}
