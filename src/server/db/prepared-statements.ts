import type pg from 'pg'

/** Statements beyond this many, or longer than that, are parsed and planned anew each time. */
const maxNames = 400
const maxTextLength = 4000

/** SQLSTATE feature_not_supported; what a statement gets whose tables changed since it was prepared. */
const planChanged = '0A000'

type Query = (text: unknown, values?: unknown[], callback?: unknown) => Promise<unknown> | undefined

/**
 * Gives each statement with parameters a name, by which PostgreSQL keeps it parsed and planned in every
 * connection: for short statements parsing and planning is more than half of their cost.
 * Answers what is to be called with each new connection of a pool.
 */
export function createPreparedStatements(): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  let made = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= maxNames || text.length > maxTextLength) return known
    return rename(text)
  }

  function rename(text: string): string {
    const name = `s${(made += 1)}`
    names.set(text, name)
    return name
  }

  return (client) => {
    const send = client.query.bind(client) as Query
    const query: Query = (text, values, callback) => {
      const name = typeof text === 'string' && values?.length && !callback ? nameOf(text) : undefined
      if (!name || typeof text !== 'string') return send(text, values, callback)
      return send({ name, text, values })?.catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === planChanged)) throw error
        return send({ name: rename(text), text, values })
      })
    }
    Object.assign(client, { query })
  }
}
