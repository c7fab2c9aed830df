import { createS3Client, refusal, type S3Settings, type S3Timing } from './s3-client.ts'
import { storagePath, type Storage } from './storage.ts'

/**
 * A bucket of any S3-compatible service, addressed by path. Answers of 429 and 5xx, time-outs and broken
 * connections are tried again.
 * @throws server.storage_full, server.read_only, server.unavailable; their reason names the operation and the status.
 */
export function createS3Storage(settings: S3Settings, timing?: S3Timing): Storage {
  const client = createS3Client(settings, timing)

  const key = (path: string) => {
    if (!storagePath.test(path)) throw new Error('not a storage path')
    return path
  }
  return {
    async put(path, bytes) {
      const type = path.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'
      const { status } = await client.call({ method: 'PUT', key: key(path), body: bytes, type })
      if (status >= 300) throw refusal('PUT', status)
    },
    async get(path) {
      const { status, bytes } = await client.call({ method: 'GET', key: key(path) })
      if (status === 404) return null
      if (status >= 300) throw refusal('GET', status)
      return bytes
    },
    remove: async (path) => client.remove(key(path)),
    async *list(folder) {
      for await (const page of client.list(`${folder}/`)) {
        const files = page
          .filter((object) => storagePath.test(object.key))
          .map(({ key: path, bytes, changedAt }) => ({ path, bytes, changedAt }))
        if (files.length > 0) yield files
      }
    },
    check: () => client.check(),
  }
}
