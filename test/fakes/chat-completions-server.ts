import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  tools?: { function: { name: string; description: string; parameters: Record<string, unknown> } }[]
  stream: boolean
}

/** How the fake answers one request. */
export type ChatReply =
  /** Data of server-sent events; `hang` keeps the answer open after them, `cut` closes the connection in it. */
  | { stream: string[]; ends?: 'hang' | 'cut' }
  | { status: number; json: unknown; headers?: Record<string, string> }
  /** A page where a stream should be. */
  | { page: string }
  /** Accepts the request and closes the connection without an answer. */
  | 'reset'
  /** Accepts the request and never answers. */
  | 'hang'

export interface ChatServer {
  /** For ASSISTANT_BASE_URL. */
  url: string
  requests: { headers: IncomingMessage['headers']; body: ChatRequest }[]
  /** Connections that the caller closed before the answer was over. */
  readonly left: number
  /** The next answers, one a request; afterwards `otherwise` decides again. */
  next(...replies: ChatReply[]): void
  /** From now on; answers that were not asked for are forgotten. */
  otherwise(answer: (request: ChatRequest) => ChatReply): void
  close(): Promise<void>
}

export const chatKey = 'k3y-of-a-language-model'
export const chatModel = 'a-model'

/** A server that speaks the chat-completions protocol over real HTTP and says what the test decides. */
export async function startChatServer(): Promise<ChatServer> {
  const queue: ChatReply[] = []
  const requests: ChatServer['requests'] = []
  let left = 0
  let fallback: (request: ChatRequest) => ChatReply = () => says('Nothing.')
  const answer = ({ url, headers }: IncomingMessage, response: ServerResponse, body: ChatRequest) => {
    requests.push({ headers, body })
    send(response, url === '/v1/chat/completions' ? (queue.shift() ?? fallback(body)) : refuses(404))
  }
  const server = createServer((request, response) => {
    response.once('close', () => void (left += response.writableFinished ? 0 : 1))
    void text(request).then((body) => answer(request, response, JSON.parse(body) as ChatRequest))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get left() {
      return left
    },
    next: (...replies) => void queue.push(...replies),
    otherwise(reply) {
      queue.length = 0
      fallback = reply
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, reply: ChatReply) {
  if (reply === 'hang') return
  if (reply === 'reset') return void response.destroy()
  if ('page' in reply) return void response.writeHead(200, { 'content-type': 'text/html' }).end(reply.page)
  if ('status' in reply)
    return void response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify(reply.json))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const data of reply.stream) response.write(`data: ${data}\n\n`)
  if (reply.ends === 'hang') return
  // What was written goes out first.
  if (reply.ends === 'cut') return void setTimeout(() => response.destroy(), 20)
  response.end('data: [DONE]\n\n')
}

const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: chatModel,
    choices: [{ index: 0, delta, finish_reason }],
  })

const usage = (tokens: number) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: chatModel,
    choices: [],
    usage: { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens },
  })

/** The beginning of a reply, in these pieces. */
export const begins = (...pieces: string[]) => [
  chunk({ role: 'assistant', content: '' }),
  ...pieces.map((content) => chunk({ content })),
]

/** A whole reply. `tokens` is what the server says it took; null when it does not tell. */
export const says = (reply: string | string[], tokens: number | null = 500): ChatReply => ({
  stream: [...begins(...[reply].flat()), chunk({}, 'stop'), ...(tokens === null ? [] : [usage(tokens)])],
})

/** Look-ups; an input that is a text goes out as it is. `before` is said first. */
export const looksUp = (
  calls: { name: string; input: unknown }[],
  { before = '', tokens = 500 }: { before?: string; tokens?: number | null } = {},
): ChatReply => ({
  stream: [
    ...begins(...(before ? [before] : [])),
    ...calls.flatMap(({ name, input }, index) => {
      const given = typeof input === 'string' ? input : JSON.stringify(input)
      const half = Math.ceil(given.length / 2)
      const id = `call_${index}_${name}`
      return [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: given.slice(0, half) } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: given.slice(half) } }] }),
      ]
    }),
    chunk({}, 'tool_calls'),
    ...(tokens === null ? [] : [usage(tokens)]),
  ],
})

/** As providers refuse. */
export const refuses = (status: number, headers: Record<string, string> = {}): ChatReply => ({
  status,
  headers,
  json: { error: { message: `secret-of-the-provider ${chatKey}`, type: 'an_error', code: `c${status}` } },
})

/** What the model was told that its look-ups found, the newest last. */
export const foundBy = ({ messages }: ChatRequest) =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '')
