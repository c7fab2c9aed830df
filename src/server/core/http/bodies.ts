import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#server/core/errors.ts'

const mb = 1024 * 1024

/**
 * Bodies up to this length do not count towards the budgets: they take no more than the buffers of a connection.
 * Everything that guests send except a picture is shorter, so logging in never waits for room.
 */
export const uncountedBytes = 32 * 1024

/** Bytes of request bodies that this process holds at once: in total, and for each caller. */
export interface BodyBudget {
  total: number
  each: number
}

/** `each` has room for the largest body of the contract: a guest's picture, a member's import. */
export const guestBodies: BodyBudget = { total: 64 * mb, each: 12 * mb }
export const memberBodies: BodyBudget = { total: 128 * mb, each: 32 * mb }

const retryAfter = 5

export type ReserveBytes = (caller: string, bytes: number) => () => void

/**
 * Creates a function that reserves room for a body before it is read, and answers one that gives the room back;
 * calling that again does nothing.
 * @throws request.rate_limited when the caller has too much in use, server.unavailable when all callers together have
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
 * Reads a stream into one buffer. A list of its chunks could take hundreds of times as much memory as their content,
 * since every byte of a chunked body may arrive as a chunk of its own.
 * @param maxBytes with more than that, reading stops and the answer is undefined
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

/** Parses JSON; forms have a parser of their own. An empty body that is announced as JSON counts as none. */
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
}
