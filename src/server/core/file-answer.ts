import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '#shared/api/endpoint.ts'

/**
 * Sends a file as it is made. Whoever makes it is stopped when the caller is gone; a fault before the first byte is
 * answered as every error, a later one breaks the connection: half a file must not look like a whole one.
 */
export function sendFile(reply: FastifyReply, type: string, { name, body }: FileAnswer): FastifyReply {
  return reply
    .headers({
      'content-disposition': attachment(name),
      'content-type': type,
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(body, { objectMode: false }))
}

/** RFC 6266: a name that everybody reads, and the very name in the encoding of RFC 5987. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%/]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
