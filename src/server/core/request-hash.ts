import { createHash } from 'node:crypto'
import { fail } from './errors.ts'
import type { Upload } from './multipart.ts'

/** Tells a repetition under an idempotency key from another request under the same key. */
export function hashRequest(fields: Record<string, unknown>, file: Upload | undefined): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields))
  if (file) hash.update(file.bytes)
  return hash.digest()
}

/** The id of what an earlier request under the same key wrote. @throws request.conflict when that one was another */
export function repeatedId(
  earlier: { id: string; request_hash: Buffer | null } | undefined,
  hash: Buffer,
): string {
  if (!earlier?.request_hash?.equals(hash)) throw fail('request.conflict')
  return earlier.id
}
