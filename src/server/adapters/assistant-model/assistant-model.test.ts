import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '#server/config.ts'
import {
  begins,
  chatKey,
  chatModel,
  foundBy,
  looksUp,
  refuses,
  says,
  startChatServer,
  type ChatReply,
  type ChatServer,
} from '#test/fakes/chat-completions-server.ts'
import { ModelFault, type Conversation, type ModelPart } from './assistant-model.ts'
import { createAssistantModel } from './create-assistant-model.ts'

let server: ChatServer
let lines: string[]
beforeEach(async () => {
  server = await startChatServer()
  lines = []
})
afterEach(() => server.close())

/** A patience that no answer of the fake needs. */
function model({ timeoutMs = 20_000 } = {}) {
  const config = readConfig({
    ASSISTANT_BASE_URL: server.url,
    ASSISTANT_MODEL: chatModel,
    ASSISTANT_API_KEY: chatKey,
  })
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const made = createAssistantModel(
    { assistant: config.assistant && { ...config.assistant, timeoutMs } },
    logger,
  )
  if (!made) throw new Error('there is a model')
  return made
}

const inputs: unknown[] = []
const conversation: Conversation = {
  instructions: 'Be brief.',
  turns: [
    { sender: 'user', text: 'Hello' },
    { sender: 'bot', text: 'Hi.' },
    { sender: 'user', text: 'Which films?' },
  ],
  tools: {
    find: {
      description: 'Finds',
      input: z.object({ title: z.string().max(10) }),
      run: async (input) => {
        inputs.push(input)
        return { found: ['Heat'] }
      },
    },
  },
  maxLength: 1000,
  signal: new AbortController().signal,
}

async function talk(more: Partial<Conversation> = {}, made = model()) {
  inputs.length = 0
  const parts: ModelPart[] = []
  const error = await made
    .converse({ ...conversation, ...more }, (part) => void parts.push(part))
    .then(
      () => null,
      (reason: unknown) => reason,
    )
  let text = ''
  let used = 0
  for (const part of parts) {
    if (part.type === 'text') text += part.text
    else if (part.type === 'again') text = ''
    else used += part.tokens
  }
  return { parts, text, used, error }
}

test('there is none without settings', () => {
  expect(createAssistantModel(readConfig({}), pino({ level: 'silent' }))).toBeNull()
})

test('what was said goes out and the reply comes in pieces', async () => {
  server.next(says(['Two', ' films', '.'], 321))
  const { parts, error } = await talk()
  expect(error).toBeNull()
  expect(parts).toEqual([
    { type: 'text', text: 'Two' },
    { type: 'text', text: ' films' },
    { type: 'text', text: '.' },
    { type: 'used', tokens: 321 },
  ])
  const [request] = server.requests
  expect(request?.headers.authorization).toBe(`Bearer ${chatKey}`)
  expect(request?.body).toMatchObject({
    model: chatModel,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi.' },
      { role: 'user', content: 'Which films?' },
    ],
    tools: [{ type: 'function', function: { name: 'find', description: 'Finds' } }],
  })
  expect(lines).toEqual([])
})

test('a look-up runs and its result goes back; what was said before it does not count', async () => {
  server.next(looksUp([{ name: 'find', input: { title: 'Heat' } }], { before: 'Let me see.' }), says('Heat.'))
  const { parts, text, used } = await talk()
  expect(inputs).toEqual([{ title: 'Heat' }])
  expect(server.requests[1] && foundBy(server.requests[1].body)).toEqual(['{"found":["Heat"]}'])
  expect(parts.map(({ type }) => type)).toEqual(['text', 'again', 'used', 'text', 'used'])
  expect([text, used]).toEqual(['Heat.', 1000])
})

test.each([
  ['an unknown name', { name: 'drop_tables', input: {} }],
  ['a name that every object knows', { name: 'constructor', input: {} }],
  ['broken JSON', { name: 'find', input: '{"title": "He' }],
  ['a wrong input', { name: 'find', input: { title: 'a title that is too long' } }],
])('a look-up with %s runs nothing; the model may mend it once', async (_, call) => {
  server.next(looksUp([call]), looksUp([{ name: 'find', input: { title: 'Heat' } }]), says('Heat.'))
  expect(await talk()).toMatchObject({ text: 'Heat.', error: null })
  expect(inputs).toEqual([{ title: 'Heat' }])

  server.next(looksUp([call]), looksUp([call]), says('never said'))
  const { text, error } = await talk()
  expect([text, error]).toEqual(['', new ModelFault('its look-ups cannot be read')])
  expect(inputs).toEqual([])
})

test('a model that only looks up is stopped', async () => {
  server.otherwise(() => looksUp([{ name: 'find', input: { title: 'Heat' } }]))
  expect(await talk()).toMatchObject({ text: '', error: null })
  expect(server.requests.length).toBe(6)
})

test('what a look-up throws is thrown on, and the model hears nothing of it', async () => {
  const broken = new Error('secret-of-the-database')
  server.next(looksUp([{ name: 'find', input: { title: 'Heat' } }]), says('never said'))
  const run = async () => {
    throw broken
  }
  const find = { description: 'Finds', input: z.object({ title: z.string() }), run }
  expect((await talk({ tools: { find } })).error).toBe(broken)
  expect(JSON.stringify(server.requests)).not.toContain('secret')
})

test('a reply that does not end is cut off and its connection closed', async () => {
  server.next({ stream: begins('12345', '67890', 'abc'), ends: 'hang' })
  const { text, error, used } = await talk({ maxLength: 8 })
  expect([text, error]).toEqual(['12345678', null])
  expect(used).toBeGreaterThan(0)
  await expect.poll(() => server.left).toBe(1)
})

test('nothing more is said to a caller who left, and the connection is closed', async () => {
  const caller = new AbortController()
  server.next({ stream: begins('One'), ends: 'hang' })
  const parts: ModelPart[] = []
  const talked = model().converse({ ...conversation, signal: caller.signal }, (part) => {
    parts.push(part)
    caller.abort()
  })
  await expect(talked).rejects.toMatchObject({ name: 'AbortError' })
  expect(parts).toMatchObject([{ type: 'text' }, { type: 'used' }])
  await expect.poll(() => server.left).toBe(1)
})

describe('faults', () => {
  const faults: [string, ChatReply, string][] = [
    ['a refused key', refuses(401), 'answered with status 401'],
    ['an unknown model', refuses(404), 'answered with status 404'],
    ['too many requests', refuses(429, { 'retry-after': '1' }), 'answered with status 429'],
    ['a fault of the server', refuses(500), 'answered with status 500'],
    ['a page', { page: '<h1>secret-of-the-provider</h1>' }, 'the answer cannot be read'],
    ['broken JSON', { stream: [...begins('So'), '{"choices": [{'] }, 'the answer cannot be read'],
    [
      'an error in the stream',
      { stream: [...begins('So'), JSON.stringify({ error: { message: 'secret-of-the-provider' } })] },
      'it tells of an error',
    ],
    ['a cut in the middle', { stream: begins('So'), ends: 'cut' }, 'UND_ERR_SOCKET'],
    ['an end too early', { stream: begins('So') }, 'the answer cannot be read'],
    ['a connection that is closed', 'reset', 'UND_ERR_SOCKET'],
  ]

  test.each(faults)('%s', async (_, reply, reason) => {
    server.next(reply)
    const { error, used } = await talk()
    expect(error).toEqual(new ModelFault(reason))
    expect(server.requests.length).toBe(1)
    // Who refuses has read nothing.
    expect(used > 0).toBe(!(typeof reply === 'object' && 'status' in reply))
    expect(lines.join('\n')).not.toMatch(/secret|k3y|Which films/)
  })

  test('nobody there', async () => {
    await server.close()
    const { error } = await talk()
    expect(error).toEqual(new ModelFault('ECONNREFUSED'))
  })

  test.each([
    ['an answer that never begins', 'hang'],
    ['a first word that never comes', { stream: begins(), ends: 'hang' }],
    ['a silence in the middle', { stream: begins('So'), ends: 'hang' }],
  ] as [string, ChatReply][])('%s', async (_, reply) => {
    server.next(reply)
    const { error } = await talk({}, model({ timeoutMs: 600 }))
    expect(error).toEqual(new ModelFault('no answer in time'))
    await expect.poll(() => server.left).toBe(1)
  })

  test('a conversation that takes too long as a whole', async () => {
    server.otherwise(() => looksUp([{ name: 'find', input: { title: 'Heat' } }]))
    const run = () => new Promise((resolve) => setTimeout(resolve, 250, {}))
    const find = { description: 'Finds', input: z.object({ title: z.string() }), run }
    const { error } = await talk({ tools: { find } }, model({ timeoutMs: 600 }))
    expect(error).toEqual(new ModelFault('no answer in time'))
  })

  test('a redirect is not followed', async () => {
    const other = await startChatServer()
    server.next({ status: 307, json: {}, headers: { location: `${other.url}/chat/completions` } })
    expect((await talk()).error).toBeInstanceOf(ModelFault)
    expect(other.requests).toEqual([])
    await other.close()
  })

  test('after a row of them the model is left alone for a while', async () => {
    server.otherwise(() => refuses(500))
    const made = model()
    for (let time = 0; time < 5; time++) await talk({}, made)
    expect(await talk({}, made)).toMatchObject({ error: new ModelFault('it has failed too often') })
    expect(server.requests.length).toBe(5)
  })

  test('the operator is told once that the model refuses, and again after it did not', async () => {
    const made = model()
    for (const reply of [refuses(401), refuses(401), says('Yes.'), refuses(401)]) {
      server.next(reply)
      await talk({}, made)
    }
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      expect.stringContaining('check ASSISTANT_BASE_URL'),
      expect.stringContaining('check ASSISTANT_BASE_URL'),
    ])
  })
})

test('what a provider does not tell is estimated', async () => {
  server.next(looksUp([{ name: 'find', input: { title: 'Heat' } }], { tokens: null }), says('Heat.', null))
  const { parts } = await talk()
  const used = parts.flatMap((part) => (part.type === 'used' ? [part.tokens] : []))
  const sent = server.requests.map(({ body }) => JSON.stringify(body).length / 3)
  expect(used.length).toBe(2)
  for (const [round, tokens] of used.entries()) expect(tokens).toBeGreaterThan((sent[round] ?? 0) * 0.8)
})
