import { createHash } from 'node:crypto'
import type { Upload } from './multipart.ts'

/** Tells a repetition under an idempotency key from another request under the same key. */
export function hashRequest(fields: Record<string, unknown>, file: Upload | undefined): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields))
  if (file) hash.update(file.bytes)
  return hash.digest()
}
