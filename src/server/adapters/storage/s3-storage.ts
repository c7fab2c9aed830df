import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import pRetry from 'p-retry'
import { Failure, fail } from '#server/core/errors.ts'
import { storagePath, type Storage } from './storage.ts'

interface S3Settings {
  /** `https://host[:port]` without a slash at the end. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

interface S3Timing {
  /** Of one try, in milliseconds. */
  timeout: number
  retries: number
  /** Before the first repeat, in milliseconds; it doubles. */
  pause: number
}

const full = 507

const fault = (
  code: 'server.storage_full' | 'server.read_only' | 'server.unavailable',
  reason: string,
  cause?: unknown,
) => fail(code, { retryAfter: 60, reason: `object storage: ${reason}`, cause })

function refusal(method: string, status: number): Failure {
  const reason = `${method} answered ${status}`
  if (status === full) return fault('server.storage_full', reason)
  const isWrite = method === 'PUT' || method === 'DELETE'
  return fault(isWrite && status === 403 ? 'server.read_only' : 'server.unavailable', reason)
}

/**
 * A bucket of any S3-compatible service, addressed by path. Answers of 429 and 5xx, time-outs and broken
 * connections are tried again.
 * @throws server.storage_full, server.read_only, server.unavailable; their reason names the operation and the status.
 */
export function createS3Storage(
  settings: S3Settings,
  timing: S3Timing = { timeout: 15_000, retries: 3, pause: 200 },
): Storage {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
  })
  const bucket = `${settings.endpoint}/${settings.bucket}`

  const send = (method: string, url: string, body?: Buffer, type?: string) =>
    pRetry(
      async () => {
        const bytes = body ?? Buffer.alloc(0)
        const request = await client.sign(url, {
          method,
          headers: {
            // Signing the digest lets the service refuse bytes that were changed on the way.
            'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
            ...(type && { 'content-type': type }),
          },
          ...(body && { body: new Uint8Array(body) }),
        })
        const response = await fetch(request, { signal: AbortSignal.timeout(timing.timeout) })
        const answer = Buffer.from(await response.arrayBuffer())
        const { status } = response
        if (status === 429 || (status >= 500 && status !== full)) throw refusal(method, status)
        return { status, bytes: answer }
      },
      { retries: timing.retries, minTimeout: timing.pause, factor: 2 },
    ).catch((error: unknown) => {
      throw error instanceof Failure
        ? error
        : fault('server.unavailable', `${method} was not answered`, error)
    })

  const address = (path: string) => {
    if (!storagePath.test(path)) throw new Error('not a storage path')
    return `${bucket}/${path}`
  }
  return {
    async put(path, bytes) {
      const type = path.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'
      const { status } = await send('PUT', address(path), bytes, type)
      if (status >= 300) throw refusal('PUT', status)
    },
    async get(path) {
      const { status, bytes } = await send('GET', address(path))
      if (status === 404) return null
      if (status >= 300) throw refusal('GET', status)
      return bytes
    },
    async remove(path) {
      const { status } = await send('DELETE', address(path))
      if (status >= 300 && status !== 404) throw refusal('DELETE', status)
    },
    async check() {
      const { status } = await send('HEAD', bucket)
      if (status >= 300) throw refusal('HEAD', status)
    },
  }
}
