import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  generalErrors,
  type AnswerOf,
  type AnyEndpoint,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
} from '#shared/api/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { systemClock } from '#server/adapters/clock.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { closeContext, createContext, type Context } from '#server/context.ts'
import { createLogger, type Logger } from '#server/core/logger.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { templateName } from './global-setup.ts'

const insufficientPrivilege = '42501'

/** How long sources of films and GIFs wait before they ask again, and for their pace, matters to none of these tests. */
const { sleep } = systemClock
systemClock.sleep = (ms) => sleep(ms / 20)

/** It is read only, and loading it takes longer than most tests. */
const catalogue = createCatalogue()
let loaded: Promise<unknown> | undefined

export interface Sent<E> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** File parts; makes the request multipart. */
  files?: Record<string, { bytes: Uint8Array; type?: string; name?: string }>
  headers?: Record<string, string>
  /** The member who calls; nobody when absent. */
  as?: { token: string }
}

/** `data` is the answer as it came over the wire, typed by the contract when `status` is 200. */
export interface Got<E> {
  status: number
  data: AnswerOf<E>
  error: ErrorBody
  headers: Headers
}

export interface TestApp {
  ctx: Context
  url: string
  db: Context['db']
  /** Fails when the answer is an error that the endpoint does not name. */
  call<E extends AnyEndpoint>(endpoint: E, sent?: Sent<E>): Promise<Got<E>>
  /** How many SQL statements ran while `work` did, in a process that keeps no rows of before. */
  countStatements(work: () => Promise<unknown>): Promise<number>
  /** The SQL statements that ran while `work` did. */
  recordStatements(work: () => Promise<unknown>): Promise<Statement[]>
  /**
   * The plan of a statement, a line each. Scans of whole tables are priced out: one that is left has no index. With
   * `analyze` it runs, and the plan says how many rows each part found.
   */
  explain(text: string, values: unknown[], options?: { analyze: boolean }): Promise<{ rows: string[] }>
  close(): Promise<void>
}

export interface Statement {
  text: string
  values: unknown[]
}

interface Options {
  env?: Record<string, string>
  overrides?: Partial<Context>
  /** A database to share between instances; else a fresh one from the template. */
  database?: string
  /** Other servers than the tests' own, with `database` on the first and a replica on the second. */
  servers?: { primary: pg.PoolConfig; replica: pg.PoolConfig; maxLagMs: number }
  jobs?: boolean
  /** Of the pool that transactions take theirs from. */
  connections?: number
  /** The tests' own, which tells errors, or what TEST_LOG says, when left out. */
  logger?: Logger
  /** Hears of every route that the app mounts. */
  onRoute?: (route: { method: string; url: string }) => void
  /** Of the built web files; the usual one when left out. */
  webFolder?: string
}

/** Scene on a database of its own behind real HTTP. Limits are off unless `env` turns them on. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  // Loaded while a call waits for it, it would take longer on a busy machine than a source may.
  await (loaded ??= catalogue.fetch('https://catalogue.invalid/3/search/movie?query=a'))
  const server = options.servers?.primary ?? inject('server')
  const name = options.database ?? `t_${randomBytes(8).toString('hex')}`
  if (!options.database) await createDatabase(name)
  const dataDir = await mkdtemp(join(tmpdir(), 'scene-app-'))
  const logger = options.logger ?? createLogger(process.env['TEST_LOG'] ?? 'error')
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    SCENE_DATA_DIR: dataDir,
    RATE_LIMIT: '0',
    ...options.env,
  })
  const replica = options.servers && {
    connection: { ...options.servers.replica, database: name, max: 10 },
    maxLagMs: options.servers.maxLagMs,
    onChange: () => {},
  }
  const database = openDatabase(
    { ...server, database: name, max: options.connections ?? 10 },
    () => {},
    replica,
  )
  const ctx = await createContext(config, logger, database, { catalogue, ...options.overrides })
  const statements = watchStatements(database)
  const app = await createApp(ctx, options.onRoute, options.webFolder)
  if (options.jobs) await ctx.jobs.start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  // Before, calls read what they keep afterwards: how many statements they take would depend on chance.
  await vi.waitUntil(() => ctx.changes.isListening(), { interval: 2, timeout: 5000 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    ctx,
    url,
    db: database.db,
    call: (endpoint, sent) => send(url, endpoint, sent),
    async countStatements(work) {
      ctx.changes.forget()
      const ran = await statements.during(work)
      // Whether numbers of films lead on is asked once a film, by whichever work comes first.
      return ran.filter(({ text }) => !text.includes('from film_redirects where from_id = any')).length
    },
    recordStatements: (work) => statements.during(work),
    async explain(text, values, { analyze } = { analyze: false }) {
      const client = await database.pool.connect()
      try {
        await client.query('begin')
        await client.query('set local enable_seqscan = off')
        const how = analyze ? '(analyze, timing off) ' : ''
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${how}${text}`, values)
        return { rows: rows.map((row) => row['QUERY PLAN']) }
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
    async close() {
      await app.close()
      await closeContext(ctx)
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      if (!options.database) await dropDatabase(name)
    },
  }
}

async function admin(work: (database: Database) => Promise<unknown>) {
  const database = openDatabase(inject('server'), () => {})
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** Copied as files: written to the log page by page, it would take three times as long. */
export const createDatabase = (name: string) =>
  admin(({ db }) =>
    sql.raw(`create database ${name} template ${templateName} strategy file_copy`).execute(db),
  )

/** Ends connections that a test left open; of PostgreSQL's own (autovacuum) only the plain command gets rid. */
export const dropDatabase = (name: string) =>
  admin(async ({ db }) => {
    const drop = sql.raw(`drop database if exists ${name}`)
    await sql`${drop} with (force)`.execute(db).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return drop.execute(db)
      throw error
    })
  })

function watchStatements({ pools }: Database) {
  let seen: Statement[] = []
  for (const pool of pools)
    pool.on('connect', (client) => {
      const original = client.query.bind(client) as (...args: unknown[]) => unknown
      Object.assign(client, {
        query: (first: string | Partial<Statement>, ...rest: unknown[]) => {
          const statement = typeof first === 'string' ? { text: first, values: rest[0] } : first
          seen.push({
            text: statement.text ?? '',
            values: Array.isArray(statement.values) ? statement.values : [],
          })
          return original(first, ...rest)
        },
      })
    })
  return {
    async during(work: () => Promise<unknown>) {
      seen = []
      await work()
      return seen
    },
  }
}

type Fields = Record<string, string | number | boolean | undefined>

export async function send<E extends AnyEndpoint>(
  base: string,
  endpoint: E,
  sent: Sent<E> = {},
): Promise<Got<E>> {
  const params = (sent.params ?? {}) as Fields
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const url = new URL(path, base)
  const query: Fields = sent.query ?? {}
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const headers = new Headers(sent.headers)
  if (sent.as) headers.set('authorization', `Bearer ${sent.as.token}`)
  let body: FormData | string | undefined
  if (endpoint.files) {
    const form = new FormData()
    const fields: Fields = sent.body ?? {}
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
    for (const [name, file] of Object.entries(sent.files ?? {}))
      form.set(
        name,
        new Blob([Buffer.from(file.bytes)], { type: file.type ?? 'image/png' }),
        file.name ?? `${name}.png`,
      )
    body = form
  } else if (sent.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(sent.body)
  }
  const response = await fetch(url, { method: endpoint.method, headers, ...(body !== undefined && { body }) })
  const data: unknown =
    endpoint.file && response.ok
      ? { name: fileName(response.headers), body: response.body }
      : await response.json()
  if (!response.ok) requireNamed(endpoint, (data as ErrorBody).code)
  else if (endpoint.unchecked) requireAsPromised(endpoint, data)
  return {
    status: response.status,
    headers: response.headers,
    // The server serialises by the same schemas; a test reads the half that its status tells.
    data: data as AnswerOf<E>,
    error: data as ErrorBody,
  }
}

/** The contract names every error: one that it leaves out would come unexpected to whoever relies on it. */
function requireNamed({ method, path, errors }: AnyEndpoint, code: ErrorCode) {
  if (![...generalErrors, ...errors].includes(code))
    throw new Error(`${method} ${path} answered ${code}, which its \`errors\` do not name`)
}

/** The server does not look at these answers: a field too many would leave. */
function requireAsPromised({ method, path, answer }: AnyEndpoint, data: unknown) {
  const parsed = z.safeParse(answer, data)
  if (!parsed.success) throw new Error(`${method} ${path} answered what it must not: ${parsed.error.message}`)
  expect(data, `${method} ${path} answers fields that its schema does not name`).toEqual(parsed.data)
}

const fileName = (headers: Headers) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
