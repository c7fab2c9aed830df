import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { Failure, fail } from './errors.ts'

type FileLimit = NonNullable<AnyEndpoint['fileLimit']>

/** A file part held in memory; `bytes` is at most the limit of the multipart plugin. */
export interface Upload {
  bytes: Buffer
  /** The file's name as the client says, without folders; never trusted. */
  name: string
  /** As the client says; never trusted. */
  mimeType: string
}

/** Of a file, in bytes, where its endpoint says nothing else. */
export const maxFileBytes = 10 * 1024 * 1024

const longestName = 200

/** All text fields together, in characters: a file that comes as a `data:` URL, and the rest. */
export const maxFields = 15_000_000

/**
 * Reads a multipart body whole: text fields by name (the last one wins) and the named file parts.
 * Other file parts are an error, so that nothing a member sends is dropped in silence.
 * @throws request.invalid for what is no form or breaks off, request.too_large, the code of `limit`
 */
export async function readMultipart(request: FastifyRequest, names: readonly string[], limit?: FileLimit) {
  try {
    return await readParts(request, names, limit)
  } catch (error) {
    // The parser's own words carry no status.
    if (error instanceof Error && 'statusCode' in error) throw error
    if (error instanceof Failure) throw error
    throw fail('request.invalid', { issues: [{ path: '', message: 'not a whole form' }], cause: error })
  }
}

async function readParts(request: FastifyRequest, names: readonly string[], limit?: FileLimit) {
  const fields: Record<string, unknown> = {}
  const files: Partial<Record<string, Upload>> = {}
  let length = 0
  for await (const part of request.parts(limit && { limits: { fileSize: limit.bytes } })) {
    if (part.type === 'field') {
      length += part.fieldname.length + String(part.value).length
      if (length > maxFields || part.valueTruncated) throw fail('request.too_large')
      // A form writes every end of a line as CRLF, whatever was typed.
      const value = typeof part.value === 'string' ? part.value.replaceAll('\r\n', '\n') : part.value
      if (part.fieldname !== '__proto__') fields[part.fieldname] = value
      continue
    }
    if (!names.includes(part.fieldname)) {
      part.file.resume()
      throw fail('request.invalid', {
        issues: [{ path: part.fieldname, message: 'no file is expected here' }],
      })
    }
    const name = fileName(part.filename)
    const bytes = await part.toBuffer().catch((error: unknown) => {
      throw limit && isTooLarge(error)
        ? fail(limit.code, { issues: [{ path: name, message: `more than ${limit.bytes} bytes` }] })
        : error
    })
    if (bytes.length > 0) files[part.fieldname] = { bytes, name, mimeType: part.mimetype }
  }
  return { fields, files }
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'

/** Without folders and what cannot be shown. */
function fileName(given: string): string {
  const name = given.replaceAll(/^.*[/\\]|\p{Cc}/gsu, '').toWellFormed()
  return name.slice(0, longestName).toWellFormed() || 'file'
}
