import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * What triggers tell of (migrations 0028, 0034, 0050, 0077, 0085, 0086 and 0100): a member by id, as calls and lists see them; a film by id, as lists
 * and its page show it; all numbers of films that became others; a member whom a block keeps apart from another; a member who hides films
 * or words; a member or a film of whom guests are shown something else;
 * a member who has webhooks or browsers that are pushed to, or had.
 */
export type Topic = 'member' | 'film' | 'film_numbers' | 'block' | 'hidden' | 'guests' | 'webhook' | 'push'

type Handler = (key: string) => void

/** Hears from the database which rows changed, whoever changed them. */
export interface Changes {
  /** `onChange` hears the key of each change. `onDeaf` is called when some may be missed from now on. */
  on(topic: Topic, onChange: Handler, onDeaf: () => void): void
  /** Whether every change of a commit is heard, within milliseconds. */
  isHearing(): boolean
  /** Tells this process at once what the database is going to tell all of them. */
  tell(topic: Topic, key?: string): void
  /** Makes all forget what they keep, as after a time in which nothing was heard. */
  forget(): void
  /** Resolves when all that was committed before the call has been heard. For tests. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const channel = 'changes'
const answerMs = 5000
const beatMs = 5000
const firstPauseMs = 250
const maxPauseMs = 8000

/**
 * Listens on a connection of its own, beside the pool, and again after it was lost. A pooler that shares connections
 * between clients carries no such news: that the own greeting comes back proves that it arrives.
 */
export function createChanges(pool: pg.Pool, onDeaf: (reason: string) => void): Changes {
  const handlers: { topic: Topic; onChange: Handler; onDeaf: () => void }[] = []
  const greetings = new Map<string, () => void>()
  const closing = new AbortController()
  let hearing = false

  function hear(word: string) {
    greetings.get(word)?.()
    const end = word.indexOf(':')
    const [topic, key] = [word.slice(0, end), word.slice(end + 1)]
    for (const handler of handlers) if (handler.topic === topic) handler.onChange(key)
  }

  function forget() {
    for (const handler of handlers) handler.onDeaf()
  }

  /** Says something on the channel and waits until it is heard here. */
  async function greet(say: (word: string) => Promise<unknown>) {
    const word = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    greetings.set(word, resolve)
    const timer = setTimeout(() => reject(new Error('nothing is heard')), answerMs)
    try {
      await Promise.all([say(word), promise])
    } finally {
      clearTimeout(timer)
      greetings.delete(word)
    }
  }

  const notify = (word: string) => pool.query('select pg_notify($1, $2)', [channel, word])

  /** Listens until the connection is lost, which it throws. */
  async function listen(onHearing: () => void) {
    const client = new pg.Client({
      ...pool.options,
      // The pool hides it from whoever prints its options.
      password: pool.options.password,
      application_name: 'scene changes',
      query_timeout: answerMs,
      keepAlive: true,
    })
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection ended')))
    })
    lost.catch(() => {})
    client.on('notification', ({ payload = '' }) => hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      await greet(notify)
      onHearing()
      // A connection that silently leads nowhere is found out.
      for (;;) {
        await Promise.race([lost, sleep(beatMs, undefined, { signal: closing.signal, ref: false })])
        await Promise.race([lost, client.query('select 1')])
      }
    } finally {
      void client.end().catch(() => {})
    }
  }

  async function run() {
    for (let pauseMs = firstPauseMs; !closing.signal.aborted; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
      try {
        await listen(() => {
          hearing = true
          pauseMs = firstPauseMs
        })
      } catch (error) {
        const wasHearing = hearing
        hearing = false
        forget()
        if (closing.signal.aborted) return
        if (wasHearing || pauseMs === maxPauseMs) onDeaf(error instanceof Error ? error.message : 'unknown')
      }
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()

  return {
    on(topic, onChange, deaf) {
      handlers.push({ topic, onChange, onDeaf: deaf })
    },
    isHearing: () => hearing,
    tell: (topic, key = '') => hear(`${topic}:${key}`),
    forget,
    caughtUp: () => greet(notify),
    async close() {
      closing.abort()
      await running
    },
  }
}
