import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import pRetry from 'p-retry'
import { Failure, fail } from '#server/core/errors.ts'
import { textsOf } from './s3-xml.ts'

export interface S3Service {
  /** `https://host[:port]` without a slash at the end. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Settings extends S3Service {
  bucket: string
}

export interface S3Timing {
  /** Time limit of one try, in milliseconds. */
  timeout: number
  retries: number
  /** Pause before the first retry, in milliseconds; it doubles. */
  pause: number
}

interface S3Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  /** The key of an object; absent for the bucket itself. */
  key?: string
  query?: Record<string, string>
  body?: Buffer
  type?: string
}

export interface S3Object {
  key: string
  bytes: number
  changedAt: Date
}

export interface S3Client {
  /**
   * Sends a request and answers the response. 429, 5xx, time-outs and broken connections are tried again.
   * @throws server.storage_full, server.unavailable; their reason names the operation and the status
   */
  call(call: S3Call): Promise<{ status: number; bytes: Buffer; headers: Headers }>
  /** A stream of an object; null when there is none. Retrying is up to the caller. */
  open(key: string): Promise<ReadableStream<Uint8Array> | null>
  /** Objects with a prefix, in the order of their keys, a page at a time. */
  list(prefix: string): AsyncGenerator<S3Object[]>
  remove(key: string): Promise<void>
  /** @throws where the bucket cannot be reached */
  check(): Promise<void>
}

const full = 507

const fault = (
  code: 'server.storage_full' | 'server.read_only' | 'server.unavailable',
  reason: string,
  cause?: unknown,
) => fail(code, { retryAfter: 60, reason: `object storage: ${reason}`, cause })

/** The error for a status that is not a success. */
export function refusal(method: string, status: number): Failure {
  const reason = `${method} answered ${status}`
  if (status === full) return fault('server.storage_full', reason)
  const isWrite = method !== 'GET' && method !== 'HEAD'
  return fault(isWrite && status === 403 ? 'server.read_only' : 'server.unavailable', reason)
}

/** A bucket of any S3-compatible service, addressed by path. */
export function createS3Client(
  settings: S3Settings,
  timing: S3Timing = { timeout: 15_000, retries: 3, pause: 200 },
): S3Client {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
  })
  const bucket = `${settings.endpoint}/${settings.bucket}`

  async function send({ method, key, query = {}, body, type }: S3Call, signal: AbortSignal) {
    const url = new URL(key === undefined ? bucket : `${bucket}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const request = await client.sign(url, {
      method,
      headers: {
        // Signing the digest lets the service refuse bytes that were changed on the way.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? Buffer.alloc(0))
          .digest('hex'),
        ...(type && { 'content-type': type }),
      },
      ...(body && { body: new Uint8Array(body) }),
    })
    const response = await fetch(request, { signal })
    const { status } = response
    if (status === 429 || (status >= 500 && status !== full)) {
      await response.body?.cancel()
      throw refusal(method, status)
    }
    return response
  }
  const tried = <T>(method: string, work: () => Promise<T>) =>
    pRetry(work, { retries: timing.retries, minTimeout: timing.pause, factor: 2 }).catch((error: unknown) => {
      throw error instanceof Failure
        ? error
        : fault('server.unavailable', `${method} was not answered`, error)
    })
  const call: S3Client['call'] = (given) =>
    tried(given.method, async () => {
      const response = await send(given, AbortSignal.timeout(timing.timeout))
      const { status, headers } = response
      return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
    })

  return {
    call,
    async open(key) {
      const response = await tried('GET', async () => {
        // The time limit is for the beginning of the answer.
        const waiting = new AbortController()
        const timer = setTimeout(() => waiting.abort(new Error('no answer')), timing.timeout)
        try {
          return await send({ method: 'GET', key }, waiting.signal)
        } finally {
          clearTimeout(timer)
        }
      })
      if (response.ok) return response.body
      await response.body?.cancel()
      if (response.status === 404) return null
      throw refusal('GET', response.status)
    },
    async *list(prefix) {
      for (let after: string | undefined; ;) {
        // Version 1 of this call, which every service supports; it continues after a key and needs no token.
        const query = { prefix, ...(after !== undefined && { marker: after }) }
        const { status, bytes } = await call({ method: 'GET', query })
        if (status >= 300) throw refusal('GET', status)
        const xml = bytes.toString()
        const page = textsOf(xml, 'Contents', ['Key', 'Size', 'LastModified']).map(
          ([key = '', size, changed]) => ({ key, bytes: Number(size), changedAt: new Date(changed ?? '') }),
        )
        if (page.length > 0) yield page
        after = page.at(-1)?.key
        if (after === undefined || !/<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml)) return
      }
    },
    async remove(key) {
      const { status } = await call({ method: 'DELETE', key })
      if (status >= 300 && status !== 404) throw refusal('DELETE', status)
    },
    async check() {
      const { status } = await call({ method: 'HEAD' })
      if (status >= 300) throw refusal('HEAD', status)
    },
  }
}
