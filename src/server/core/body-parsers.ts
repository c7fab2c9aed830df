import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

const firstRoom = 16 * 1024

/**
 * Reads a stream into one piece of memory. A list of its chunks could take hundreds of times what they hold: of a
 * chunked body, every byte may come as a chunk of its own.
 * @param maxBytes reading ends as soon as there are more; undefined then
 */
export async function readBytes(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  let room = Buffer.allocUnsafe(firstRoom)
  let length = 0
  for await (const chunk of stream) {
    const end = length + chunk.length
    if (end > maxBytes) return undefined
    if (end > room.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, Math.min(room.length * 2, maxBytes)))
      room.copy(larger, 0, 0, length)
      room = larger
    }
    room.set(chunk, length)
    length = end
  }
  return room.subarray(0, length)
}

async function readText(request: FastifyRequest, payload: AsyncIterable<Uint8Array>): Promise<string> {
  const { bodyLimit } = request.routeOptions
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw fail('request.too_large')
  const bytes = await readBytes(payload, bodyLimit).catch((cause: unknown) => {
    throw fail('request.invalid', { issues: [{ path: '', message: 'not a whole body' }], cause })
  })
  if (!bytes) throw fail('request.too_large')
  return bytes.toString()
}

/** Clients may announce JSON and send nothing. */
export function parseBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const text = await readText(request, payload)
    if (text === '') return undefined
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    return promise
  })
  app.addContentTypeParser('text/plain', readText)
}
