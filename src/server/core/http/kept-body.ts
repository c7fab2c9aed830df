import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { etagOf, isKnownTag } from './etag.ts'

const packings = ['br', 'gzip'] as const
type Packing = (typeof packings)[number]

/** A body that is sent many times: its bytes, and its compressed forms, which are made on first use. */
export interface KeptBody {
  etag: string
  plain: Buffer
  pack: (packing: Packing) => Promise<Buffer>
}

/** @param quality of Brotli, 0 to 11: what is written once may take a while. */
export function keptBody(text: string, quality = 5): KeptBody {
  const plain = Buffer.from(text)
  const packers: Record<Packing, () => Promise<Buffer>> = {
    br: () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: () => promisify(gzip)(plain),
  }
  const packed = new Map<Packing, Promise<Buffer>>()
  return {
    etag: etagOf(plain),
    plain,
    pack(packing) {
      const known = packed.get(packing) ?? packers[packing]()
      packed.set(packing, known)
      return known
    },
  }
}

/**
 * Sends the body in an encoding that the caller accepts. Caches may keep it, but must ask each time whether it is
 * still current.
 */
export async function sendKept(
  headers: IncomingHttpHeaders,
  reply: FastifyReply,
  { etag, plain, pack }: KeptBody,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language, accept-encoding', etag })
  if (reply.statusCode === 200 && isKnownTag(headers['if-none-match'] ?? '', etag))
    return reply.code(304).send()
  const accepted = headers['accept-encoding'] ?? ''
  const packing = packings.find((one) => accepted.includes(one)) ?? null
  if (packing) reply.header('content-encoding', packing)
  return reply.type('text/html; charset=utf-8').send(packing ? await pack(packing) : plain)
}
