import type pg from 'pg'

/** Statements beyond this many are parsed and planned anew each time. */
const maxNames = 400

/** With more values than this a statement writes many rows, and its text is that of their number. */
const maxValues = 100

/** SQLSTATE feature_not_supported; what a statement gets whose tables changed since it was prepared. */
const planChanged = '0A000'

type Query = (text: unknown, values?: unknown, callback?: unknown) => Promise<unknown> | undefined

/** Hears how long statements take, where somebody wants to know. */
export interface StatementTimes {
  hear: ((name: string, seconds: number) => void) | null
}

const maxLabels = 2000
const verb = /\b(select|insert|update|delete|copy|call|notify|listen)\b/i
const named = /\b(?:from|into|update)\s+"?([a-z_]+)/i

/** `select logs`: what a statement does, and the first table that it names. Statements are written here, so they are few. */
export const statementLabel = (text: string): string =>
  `${verb.exec(text)?.[1]?.toLowerCase() ?? 'other'} ${named.exec(text)?.[1]?.toLowerCase() ?? ''}`.trimEnd()

/** Makes a connection's `query` tell how long each statement takes. Costs a look at a clock or two, and nothing while nobody hears. */
function timed(query: Query, times: StatementTimes, labels: Map<string, string>): Query {
  const labelOf = (text: string) => {
    const known = labels.get(text)
    if (known !== undefined) return known
    const label = statementLabel(text)
    if (labels.size < maxLabels) labels.set(text, label)
    return label
  }
  return (given, values, callback) => {
    const { hear } = times
    const text = typeof given === 'string' ? given : (given as { text?: unknown }).text
    // What is handed over to be streamed (COPY) takes as long as its reader.
    const isStream = typeof given === 'object' && given !== null && 'submit' in given
    if (!hear || isStream || typeof text !== 'string') return query(given, values, callback)
    const began = performance.now()
    const end = () => hear(labelOf(text), (performance.now() - began) / 1000)
    const told = (after: unknown) =>
      typeof after === 'function'
        ? (...results: unknown[]) => {
            end()
            after(...results)
          }
        : after
    const answer = query(given, told(values), told(callback))
    // Of those with a function none is answered.
    answer?.then(end, end)
    return answer
  }
}

/**
 * Gives each statement with parameters a name, by which PostgreSQL keeps it parsed and planned in every
 * connection: for short statements parsing and planning is more than half of their cost.
 * Answers what is to be called with each new connection of a pool.
 */
export function createPreparedStatements(
  times: StatementTimes = { hear: null },
): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  const labels = new Map<string, string>()
  let made = 0

  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    const known = names.get(text)
    if (known || names.size >= maxNames || values.length > maxValues) return known
    return rename(text)
  }

  function rename(text: string): string {
    const name = `s${(made += 1)}`
    names.set(text, name)
    return name
  }

  return (client) => {
    const query = client.query.bind(client) as Query
    /**
     * By a callback: in the driver's own promise a statement and what answers it hold each other, and V8 keeps their rows
     * until it collects the whole heap.
     */
    const send = (config: unknown, values?: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        const end = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result))
        void query(config, values, end)
      })
    const asked: Query = (text, values, callback) => {
      // What is handed over to be streamed (COPY) has a way of its own.
      if (callback || typeof values === 'function' || typeof text !== 'string')
        return query(text, values, callback)
      const name = Array.isArray(values) && values.length > 0 ? nameOf(text, values) : undefined
      if (!name) return send(text, values)
      return send({ name, text, values }).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === planChanged)) throw error
        return send({ name: rename(text), text, values })
      })
    }
    Object.assign(client, { query: timed(asked, times, labels) })
  }
}
