import { Readable } from 'node:stream'
import { minuteMs } from '#shared/durations.ts'
import { createS3Client, refusal, type S3Client, type S3Service } from '../storage/s3-client.ts'
import { textOf } from '../storage/s3-xml.ts'
import type { ArchiveFolder, StoredArchive } from './archives.ts'

/**
 * Sizes of the parts of an upload. One part is held in memory; services take at most 10,000 parts, so later ones are
 * larger.
 */
const parts = { small: 8 * 1024 * 1024, large: 64 * 1024 * 1024, smallOnes: 1000 }

/** Long time limits, since a part may take a while on a slow line. */
const timing = { timeout: 5 * minuteMs, retries: 5, pause: 500 }

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/

/** The bucket and what follows it of `s3://bucket/prefix`; null for what is no such address. */
export function s3AddressOf(text: string): { bucket: string; key: string } | null {
  const [, bucket, key = ''] = address.exec(text) ?? []
  return bucket === undefined ? null : { bucket, key: key.replaceAll(/^\/+|\/+$/g, '') }
}

/** The archives below a prefix of a bucket. */
export function createS3Folder(
  service: S3Service,
  { bucket, key }: { bucket: string; key: string },
): ArchiveFolder {
  const client = createS3Client({ ...service, bucket }, timing)
  const prefix = key === '' ? '' : `${key}/`
  const name = `s3://${bucket}/${prefix}`
  return {
    name,
    archive: (file) => createS3Archive(client, `${name}${file}`, `${prefix}${file}`),
    async list() {
      const found: Awaited<ReturnType<ArchiveFolder['list']>> = []
      for await (const page of client.list(prefix))
        for (const { key: path, bytes, changedAt } of page) {
          const file = path.slice(prefix.length)
          if (!file.includes('/')) found.push({ name: file, bytes, at: changedAt })
        }
      return found
    },
    remove: (file) => client.remove(`${prefix}${file}`),
  }
}

/** An object of a bucket, uploaded in parts; it exists only when all of them have arrived. */
function createS3Archive(client: S3Client, name: string, key: string): StoredArchive {
  const archive: StoredArchive = {
    name,
    async open() {
      const body = await client.open(key)
      return body && Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    },
    async write(chunks, check) {
      await upload(client, key, chunks)
      try {
        return await check(archive)
      } catch (error) {
        await client.remove(key).catch(() => undefined)
        throw error
      }
    },
    async size() {
      const { status, headers } = await client.call({ method: 'HEAD', key })
      if (status >= 300) throw refusal('HEAD', status)
      return Number(headers.get('content-length'))
    },
  }
  return archive
}

async function upload(client: S3Client, key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const begun = await client.call({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = textOf(begun.bytes.toString(), 'UploadId')
  if (begun.status >= 300 || uploadId === undefined) throw refusal('POST', begun.status)
  try {
    const tags: string[] = []
    for await (const body of inParts(chunks)) {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const { status, headers } = await client.call({ method: 'PUT', key, query, body })
      const tag = headers.get('etag')
      if (status >= 300 || tag === null) throw refusal('PUT', status)
      tags.push(tag)
    }
    const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    const done = await client.call({
      method: 'POST',
      key,
      query: { uploadId },
      body,
      type: 'application/xml',
    })
    // S3 may report an error in the body after a status of 200.
    if (done.status >= 300 || done.bytes.includes('<Error>')) throw refusal('POST', done.status)
  } catch (error) {
    await client.call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  let count = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < (count < parts.smallOnes ? parts.small : parts.large)) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
    count += 1
  }
  if (size > 0 || count === 0) yield Buffer.concat(waiting)
}
