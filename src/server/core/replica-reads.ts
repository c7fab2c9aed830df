import { LRUCache } from 'lru-cache'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import type { Replica } from '#server/db/replica.ts'
import { closeRedis, connectRedis } from './redis.ts'

/**
 * Decides who reads from a replica. Members who changed something lately must not, as they would miss their own
 * change.
 */
export interface ReplicaReads {
  /** Runs the work of a call that may answer slightly old data. */
  read<T>(memberId: string | null, work: () => Promise<T>): Promise<T>
  /** Notes that a member changed something; resolves when none of their later reads can miss it. */
  wrote(memberId: string): Promise<void>
  close(): Promise<void>
}

/**
 * Whether a call may be answered from a replica: all GET calls except those of sign-in, of operators, and of
 * downloads.
 */
export const toleratesLag = ({ method, access, path, file }: AnyEndpoint): boolean =>
  method === 'GET' && access !== 'operator' && !path.startsWith('/api/auth/') && !file

/**
 * Milliseconds, added to the largest lag of a replica, that a member who wrote stays away from it: as long as a
 * transaction may take.
 */
const marginMs = 7000

/** Members who wrote lately, known to all instances. */
interface Writers {
  note(memberId: string): Promise<unknown>
  has(memberId: string): Promise<boolean>
  close(): Promise<void>
}

function createLocalWriters(staysMs: number): Writers {
  const writers = new LRUCache<string, true>({ max: 100_000, ttl: staysMs })
  return {
    note: async (memberId) => writers.set(memberId, true),
    has: async (memberId) => writers.has(memberId),
    close: async () => writers.clear(),
  }
}

async function createSharedWriters(redisUrl: string, staysMs: number): Promise<Writers> {
  const redis = await connectRedis(redisUrl, { queues: false })
  const keyOf = (memberId: string) => `wrote:${memberId}`
  return {
    note: (memberId) => redis.set(keyOf(memberId), '', 'PX', staysMs),
    has: async (memberId) => (await redis.exists(keyOf(memberId))) > 0,
    close: () => closeRedis(redis),
  }
}

/** Without a replica, everything is read from the primary. */
export const primaryReads: ReplicaReads = {
  read: (_, work) => work(),
  wrote: async () => {},
  close: async () => {},
}

export async function createReplicaReads(
  replica: Replica | null,
  redisUrl: string | null,
): Promise<ReplicaReads> {
  if (!replica) return primaryReads
  const staysMs = replica.maxLagMs + marginMs
  const writers = redisUrl ? await createSharedWriters(redisUrl, staysMs) : createLocalWriters(staysMs)
  return {
    async read(memberId, work) {
      // When Redis does not answer, assume that the member wrote.
      const wroteLately = memberId !== null && (await writers.has(memberId).catch(() => true))
      return wroteLately ? work() : replica.read(work)
    },
    // When the other instances cannot be told, wait until the replica has the change.
    wrote: async (memberId) => void (await writers.note(memberId).catch(() => replica.caughtUp())),
    close: () => writers.close(),
  }
}
