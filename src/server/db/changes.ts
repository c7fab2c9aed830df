import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '#shared/thrown.ts'

/**
 * Changes that triggers report (migrations 0028, 0034, 0050, 0077, 0085, 0086 and 0100): a member by id, as calls and
 * lists see them; a film by id, as lists and its page show it; all redirects of film numbers; a member with a new or
 * ended block; a member who hides films or words; a member or film whose public pages changed; a member who has, or
 * had, webhooks or push subscriptions.
 */
export type Topic = 'member' | 'film' | 'film_numbers' | 'block' | 'hidden' | 'guests' | 'webhook' | 'push'

type Handler = (key: string) => void

/** Reports which rows changed in the database, whoever changed them. */
export interface Changes {
  /**
   * `onChange` gets the key of each change. `onMissed` is called when changes may be missed from now on, and when all
   * are heard again.
   */
  on(topic: Topic, onChange: Handler, onMissed: () => void): void
  /** Whether every change of a commit is reported, within milliseconds. */
  isListening(): boolean
  /** Reports a change to this process at once; the database will report it to all processes. */
  report(topic: Topic, key?: string): void
  /** Makes all caches forget everything, as after a time in which changes may have been missed. */
  forget(): void
  /** Resolves when all changes committed before the call were reported. For tests. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const channel = 'changes'
const answerMs = 5000
const beatMs = 5000
const firstPauseMs = 250
const maxPauseMs = 8000

/**
 * Listens on its own connection, outside of the pool, and reconnects when that is lost. A pooler that shares
 * connections between clients does not pass notifications on, so a greeting to itself proves that they arrive.
 */
export function createChanges(pool: pg.Pool, onMissed: (reason: string) => void): Changes {
  const handlers: { topic: Topic; onChange: Handler; onMissed: () => void }[] = []
  const greetings = new Map<string, () => void>()
  const closing = new AbortController()
  let listening = false

  function dispatch(word: string) {
    greetings.get(word)?.()
    const end = word.indexOf(':')
    const [topic, key] = [word.slice(0, end), word.slice(end + 1)]
    for (const handler of handlers) if (handler.topic === topic) handler.onChange(key)
  }

  function forget() {
    for (const handler of handlers) handler.onMissed()
  }

  /** Sends a word on the channel and waits until it arrives here. */
  async function greet(send: (word: string) => Promise<unknown>) {
    const word = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    greetings.set(word, resolve)
    const timer = setTimeout(() => reject(new Error('no notification arrives')), answerMs)
    try {
      await Promise.all([send(word), promise])
    } finally {
      clearTimeout(timer)
      greetings.delete(word)
    }
  }

  const notify = (word: string) => pool.query('select pg_notify($1, $2)', [channel, word])

  /** Listens until the connection is lost, which it throws. */
  async function listen(onListening: () => void) {
    const client = new pg.Client({
      ...pool.options,
      // The pool makes it non-enumerable, so that it is not printed with the options.
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
    client.on('notification', ({ payload = '' }) => dispatch(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      await greet(notify)
      onListening()
      // Regular greetings detect a dead connection.
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
          listening = true
          pauseMs = firstPauseMs
          // What was read before may lack a change that nobody heard.
          forget()
        })
      } catch (error) {
        const wasListening = listening
        listening = false
        forget()
        if (closing.signal.aborted) return
        if (wasListening || pauseMs === maxPauseMs) onMissed(messageOf(error))
      }
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()

  return {
    on(topic, onChange, missed) {
      handlers.push({ topic, onChange, onMissed: missed })
    },
    isListening: () => listening,
    report: (topic, key = '') => dispatch(`${topic}:${key}`),
    forget,
    caughtUp: () => greet(notify),
    async close() {
      closing.abort()
      await running
    },
  }
}
