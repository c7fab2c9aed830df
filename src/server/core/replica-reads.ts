import { LRUCache } from 'lru-cache'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import type { Replica } from '#server/db/replica.ts'

/** Who may read from a replica, and who must not for now since they changed something. */
export interface ReplicaReads {
  /** Runs the work of a call that may be answered by what was true a moment ago. */
  read<T>(memberId: string | null, work: () => Promise<T>): Promise<T>
  /** Notes that a member changed something: resolves when none of their reads can miss it any more. */
  wrote(memberId: string): Promise<void>
  close(): Promise<void>
}

/** Which calls may: all that read, but those that accounts are guarded by, operators decide on, or files are made of. */
export const toleratesLag = ({ method, access, path, file }: AnyEndpoint): boolean =>
  method === 'GET' && access !== 'operator' && !path.startsWith('/api/auth/') && !file

/** So much longer than a replica may lag who wrote stays away from it: what a transaction may take, in milliseconds. */
const marginMs = 7000

/** Members who wrote lately, known to all instances. */
interface Writers {
  note(memberId: string): Promise<unknown>
  has(memberId: string): Promise<boolean>
  close(): Promise<unknown>
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
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, { enableOfflineQueue: false, commandTimeout: 500 })
  redis.on('error', () => {})
  const keyOf = (memberId: string) => `wrote:${memberId}`
  return {
    note: (memberId) => redis.set(keyOf(memberId), '', 'PX', staysMs),
    has: async (memberId) => (await redis.exists(keyOf(memberId))) > 0,
    close: () => redis.quit(),
  }
}

/** Everything is read where it is written. */
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
      // Who cannot be asked about is taken for one who wrote.
      const wroteLately = memberId !== null && (await writers.has(memberId).catch(() => true))
      return wroteLately ? work() : replica.read(work)
    },
    // What cannot be told to the other instances must be where they read.
    wrote: async (memberId) => void (await writers.note(memberId).catch(() => replica.caughtUp())),
    close: async () => void (await writers.close().catch(() => {})),
  }
}
