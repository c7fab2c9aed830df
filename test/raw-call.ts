import { expect } from 'vitest'

interface RawCall {
  method: string
  /** Path and query, already encoded. */
  path: string
  as?: { token: string }
  body?: string | Buffer | FormData
  headers?: Record<string, string>
}

interface RawAnswer {
  status: number
  text: string
  data: unknown
  headers: Headers
}

/** A call as a client without the contract would make it; fails unless the answer is JSON or a file to keep. */
export async function rawCall(app: { url: string }, sent: RawCall): Promise<RawAnswer> {
  const headers = new Headers(sent.headers)
  if (sent.as) headers.set('authorization', `Bearer ${sent.as.token}`)
  if (typeof sent.body === 'string' && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  const body = Buffer.isBuffer(sent.body) ? Uint8Array.from(sent.body) : (sent.body ?? null)
  const response = await fetch(app.url + sent.path, { method: sent.method, headers, body })
  const text = await response.text()
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment;')
  return { status: response.status, text, data: isFile ? text : JSON.parse(text), headers: response.headers }
}

/** An answer that tells nothing internal: success, or a refusal of the client's in the shape of every error. */
export function expectOrderly({ status, text, data }: RawAnswer, what: unknown) {
  expect({ status, text: status < 500 ? '' : text, what }).toEqual({ status, text: '', what })
  if (status !== 200)
    expect(data).toEqual({
      error: expect.any(String),
      code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/),
      requestId: expect.any(String),
      ...(text.includes('"issues"') && { issues: expect.any(Array) }),
    })
  expect(text).not.toMatch(/node_modules|\.ts:\d|\\n +at |insert into|violates|syntax error/i)
}
