import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const bearer = (token: string) => `Bearer ${token}`

test.each([
  ['as auth.token', (token: string) => ({ auth: { token } })],
  ['as auth.token with the scheme', (token: string) => ({ auth: { token: bearer(token) } })],
  ['as a bearer header', (token: string) => ({ extraHeaders: { Authorization: bearer(token) } })],
])('a token is taken %s', async (_, sent) => {
  const { id, token } = await buildMember(app)
  const socket = io(app.url, { ...sent(token), reconnection: false, forceNew: true })
  onTestFinished(() => {
    socket.disconnect()
  })
  expect(await socket.emitWithAck('join', id)).toEqual({ ok: true })
})
