import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { readBytes } from './bodies.ts'
import { Failure, fail } from '#server/core/errors.ts'

interface FormLimits {
  /** Names of the file parts that are expected. */
  names: readonly string[]
  file: AnyEndpoint['fileLimit']
  /** All text fields together, in bytes. */
  maxText: number
}

/** A file part held in memory; `bytes` is at most the limit of the multipart plugin. */
export interface Upload {
  bytes: Buffer
  /** The file's name as the client says, without folders; never trusted. */
  name: string
  /** As the client says; never trusted. */
  mimeType: string
}

/** Largest file in bytes, unless the endpoint has a limit of its own. */
export const maxFileBytes = 10 * 1024 * 1024

const maxNameLength = 200

/** Largest text of a request whose file comes as a `data:` URL, in bytes. */
export const maxFileTextBytes = 15_000_000

/**
 * Reads a whole multipart body: text fields by name (the last one wins) and the named file parts. Other file parts,
 * or a second one of the same name, are an error, so that nothing a member sends is silently lost.
 * @throws request.invalid for what is not a form or breaks off, request.too_large, the code of `limits.file`
 */
export async function readMultipart(request: FastifyRequest, limits: FormLimits) {
  try {
    return await readParts(request, limits)
  } catch (error) {
    // Errors of the parser itself have no status.
    if (error instanceof Error && 'statusCode' in error) throw error
    if (error instanceof Failure) throw error
    throw fail('request.invalid', { issues: [{ path: '', message: 'not a whole form' }], cause: error })
  }
}

async function readParts(request: FastifyRequest, { names, file: limit, maxText }: FormLimits) {
  const fields: Record<string, unknown> = {}
  const files: Partial<Record<string, Upload>> = {}
  const seen = new Set<string>()
  let length = 0
  const fileSize = limit?.bytes ?? maxFileBytes
  for await (const part of request.parts({ limits: { fileSize, fieldSize: maxText } })) {
    if (part.type === 'field') {
      length += part.fieldname.length + Buffer.byteLength(textOf(part.value))
      if (length > maxText || part.valueTruncated) throw fail('request.too_large')
      // Browsers send every line break in a form as CRLF, whatever was typed.
      const value = typeof part.value === 'string' ? part.value.replaceAll('\r\n', '\n') : part.value
      if (part.fieldname !== '__proto__') fields[part.fieldname] = value
      continue
    }
    if (!names.includes(part.fieldname) || seen.has(part.fieldname)) {
      part.file.resume()
      throw fail('request.invalid', {
        issues: [{ path: part.fieldname, message: 'no file is expected here' }],
      })
    }
    seen.add(part.fieldname)
    const name = fileName(part.filename)
    const bytes = await readBytes(part.file, fileSize)
    // A file that was cut off had more bytes than allowed.
    if (!bytes || part.file.truncated)
      throw limit
        ? fail(limit.code, {
            issues: [{ path: name, message: `more than ${limit.bytes} bytes`, params: { max: limit.bytes } }],
          })
        : fail('upload.too_large')
    if (bytes.length > 0) files[part.fieldname] = { bytes, name, mimeType: part.mimetype }
  }
  return { fields, files }
}

/** A field whose type is JSON arrives already parsed. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Removes folders and control characters. */
function fileName(given: string): string {
  const name = given.replaceAll(/^.*[/\\]|\p{Cc}/gsu, '').toWellFormed()
  return name.slice(0, maxNameLength).toWellFormed() || 'file'
}

/**
 * Decodes a file that comes as text, `data:<type>;base64,<bytes>`. Whether the bytes are a picture is checked later,
 * when they are decoded.
 * @throws request.invalid for any other text, upload.not_an_image for another type, upload.too_large
 */
export function uploadOfDataUrl(text: string, path: string): Upload {
  const [head, mimeType] = /^data:([\w.+/-]{0,100});base64,/i.exec(text) ?? []
  if (head === undefined || mimeType === undefined)
    throw fail('request.invalid', { issues: [{ path, message: 'not a data URL in base64' }] })
  if (!mimeType.toLowerCase().startsWith('image/')) throw fail('upload.not_an_image')
  const bytes = Buffer.from(text.slice(head.length), 'base64')
  if (bytes.length > maxFileBytes) throw fail('upload.too_large')
  return { bytes, name: 'picture', mimeType }
}
