import { existsSync } from 'node:fs'
import { useEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import type { Config } from '../config.ts'
import { openDatabase, type Database } from '../db/database.ts'
import type { Done } from './command.ts'
import { OperatorError } from './operator-errors.ts'

interface Finding {
  /** What was looked at. */
  about: string
  /** `fault`: Scene does not work, or loses something. */
  state: 'ok' | 'warning' | 'fault'
  seen: string
  /** What to do; null when there is nothing to do. */
  todo: string | null
}

/** Looks at one thing, whether Scene runs or not. */
export type Look = (config: Config) => Promise<Omit<Finding, 'about'>[]>

export const ok = (seen: string) => ({ state: 'ok' as const, seen, todo: null })
export const warning = (seen: string, todo: string) => ({ state: 'warning' as const, seen, todo })
export const fault = (seen: string, todo: string) => ({ state: 'fault' as const, seen, todo })

/**
 * Runs work on the database, whatever version its tables have; the built-in one is shared with a running Scene, or
 * started for the time.
 */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !existsSync(config.dataDir))
    throw new OperatorError(
      `There is no data folder ${config.dataDir}: start Scene first, or set SCENE_DATA_DIR.`,
    )
  const embedded = config.databaseUrl
    ? null
    : await useEmbeddedDatabase({ dataDir: `${config.dataDir}/postgres`, log: () => undefined })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const opened = openDatabase({ ...connection, max: 5 }, () => undefined)
  try {
    return await work(opened)
  } finally {
    await opened.close()
    await embedded?.stop()
  }
}

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const

/** One look after another: the built-in database is started for each that needs it. */
export async function lookAt(config: Config, looks: Readonly<Record<string, Look>>): Promise<Done> {
  const findings: Finding[] = []
  for (const [about, look] of Object.entries(looks))
    findings.push(...(await look(config)).map((finding) => ({ about, ...finding })))
  const width = Math.max(...Object.keys(looks).map((about) => about.length))
  return {
    lines: findings.flatMap(({ about, state, seen, todo }) => [
      `${marks[state]}  ${about.padEnd(width)}  ${seen}`,
      ...(todo === null ? [] : todo.split('\n').map((line) => `${' '.repeat(width + 11)}${line}`)),
    ]),
    json: { findings },
    failed: findings.some(({ state }) => state === 'fault'),
  }
}
