import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

/** A file part held in memory; `bytes` is at most the limit of the multipart plugin. */
export interface Upload {
  bytes: Buffer
  /** As the client says; never trusted. */
  mimeType: string
}

/**
 * Reads a multipart body whole: text fields by name (the last one wins) and the named file parts.
 * Other file parts are an error, so that nothing a member sends is dropped in silence.
 */
export async function readMultipart(request: FastifyRequest, names: readonly string[]) {
  const fields: Record<string, unknown> = {}
  const files: Partial<Record<string, Upload>> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value
      continue
    }
    if (!names.includes(part.fieldname)) {
      part.file.resume()
      throw fail('request.invalid', {
        issues: [{ path: part.fieldname, message: 'no file is expected here' }],
      })
    }
    const bytes = await part.toBuffer()
    if (bytes.length > 0) files[part.fieldname] = { bytes, mimeType: part.mimetype }
  }
  return { fields, files }
}
