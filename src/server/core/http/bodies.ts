import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#server/core/errors.ts'

const mb = 1024 * 1024

/**
 * Bodies up to this length are held uncounted: they are no more than what the buffers of a connection take. All that
 * guests send but a picture is below it, so that logging in never waits for room.
 */
export const uncountedBytes = 32 * 1024

/** Bytes of request bodies that are held at once, in this process; `each` is one caller's part of them. */
export interface BodyBudget {
  total: number
  each: number
}

/** A caller's part takes the largest body of the contract: a picture of a guest, an import of a member. */
export const guestBodies: BodyBudget = { total: 64 * mb, each: 12 * mb }
export const memberBodies: BodyBudget = { total: 128 * mb, each: 32 * mb }

const retryAfter = 5

export type ReserveBytes = (caller: string, bytes: number) => () => void

/**
 * Reserves room for a body before it is read; what it answers gives the room back, once however often it is called.
 * @throws request.rate_limited beyond the caller's part, server.unavailable beyond the whole
 */
export function createBodyBudget({ total, each }: BodyBudget): ReserveBytes {
  const byCaller = new Map<string, number>()
  let held = 0
  return (caller, bytes) => {
    const own = byCaller.get(caller) ?? 0
    if (own + bytes > each) throw fail('request.rate_limited', { retryAfter })
    if (held + bytes > total) throw fail('server.unavailable', { retryAfter })
    held += bytes
    byCaller.set(caller, own + bytes)
    let released = false
    return () => {
      if (released) return
      released = true
      held -= bytes
      const left = (byCaller.get(caller) ?? 0) - bytes
      if (left > 0) byCaller.set(caller, left)
      else byCaller.delete(caller)
    }
  }
}

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
