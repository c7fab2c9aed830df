import pg from 'pg'

import { SUPERUSER } from '#built-in/postgres/cluster.ts'
import { codeOf } from '#built-in/postgres/embedded-error.ts'

/** Fits `pg.PoolConfig`; `host` is a folder when the server listens on a socket. */
export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

const NO_SUCH_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'

/**
 * Makes sure that the connection works: on a new cluster, or one whose first start was cut short, creates
 * Scene's role and database. The role owns its database and may create others, as a hosted PostgreSQL would
 * allow, but is no superuser, so a hole in a query is not a hole in the machine.
 */
export async function ensureDatabase(connection: Connection, isNew: boolean): Promise<void> {
  if (!isNew) {
    try {
      await withClient(connection, async () => undefined)
      return
    } catch (error) {
      const code = codeOf(error)
      if (code !== NO_SUCH_DATABASE && code !== WRONG_PASSWORD) throw error
    }
  }
  await withClient({ ...connection, user: SUPERUSER, database: 'postgres' }, async (client) => {
    const role = client.escapeIdentifier(connection.user)
    const attributes = `LOGIN CREATEDB PASSWORD ${client.escapeLiteral(connection.password)}`
    const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [connection.user])
    await client.query(`${roles.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} ${attributes}`)
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      connection.database,
    ])
    if (databases.rowCount === 0) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(connection.database)} OWNER ${role}`)
    }
  })
}

async function withClient(connection: Connection, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  // A server that dies meanwhile also rejects the query under way; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
