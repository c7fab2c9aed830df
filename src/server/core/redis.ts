import type { Redis } from 'ioredis'

/** Milliseconds that one command may take: a Redis that hangs holds up no call for longer. */
const answerMs = 1000
/** Milliseconds without a byte in answer to a command after which a connection is given up and made anew. */
const silentMs = 15_000

/**
 * The Redis of all instances; the client is loaded only where there is one. It reconnects by itself, and every command
 * may fail: `error` events are the caller's to hear or not. `queues`: what is sent while Redis is away goes when it is back.
 */
export async function connectRedis(url: string, { queues }: { queues: boolean }): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    commandTimeout: answerMs,
    socketTimeout: silentMs,
    enableOfflineQueue: queues,
  })
  redis.on('error', () => {})
  return redis
}

export const closeRedis = async (redis: Redis): Promise<void> =>
  void (await redis.quit().catch(() => redis.disconnect()))
