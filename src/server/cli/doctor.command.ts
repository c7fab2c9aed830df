import { existsSync } from 'node:fs'
import { useEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { createSecretBox } from '../adapters/secret-box/secret-box.ts'
import { createStorage } from '../adapters/storage/create-storage.ts'
import type { Config } from '../config.ts'
import { openDatabase, type Db } from '../db/database.ts'
import { createFilmSourceProbe, inspect, type HealthSubject } from '../domains/admin/health.service.ts'
import { findLostRows } from '../domains/backup/lost-rows.service.ts'
import type { Command } from './command.ts'
import { wordsOf } from './doctor-lines.ts'
import { fault, ok } from './findings.ts'

const marks = { ok: 'ok     ', warning: 'warning', unreadable: 'unknown', fault: 'FAULT  ' } as const

/** With the database of a running Scene, or one that is opened for this. */
async function withDatabase<T>(config: Config, work: (db: HealthSubject['db']) => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/postgres`)) return work('new')
  let embedded: Awaited<ReturnType<typeof useEmbeddedDatabase>> | null = null
  if (!config.databaseUrl)
    try {
      embedded = await useEmbeddedDatabase({ dataDir: `${config.dataDir}/postgres`, log: () => undefined })
    } catch (error) {
      return work({ away: error })
    }
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const opened = openDatabase({ ...connection, max: 2, connectionTimeoutMillis: 5000 }, () => undefined)
  try {
    return await work(opened.db)
  } finally {
    await opened.close()
    await embedded?.stop()
  }
}

async function lookAtRows(db: Db) {
  const { read, lost } = await findLostRows(db)
  return lost.length === 0
    ? ok(`all ${read} were read, as many as the indexes name`)
    : fault(lost.join('; '), 'Look at the disk, and restore the last good backup into an empty database.')
}

const doctor: Command = {
  name: 'doctor',
  usage: '',
  summary: [
    'Looks at all that Scene needs and says what to do about what is wrong, whether Scene runs or not.',
    'It connects to the mail server and the film source, and sends nothing. Ends with 1 where there is a fault.',
  ].join('\n'),
  options: {
    rows: { text: 'also reads every row of the database, which takes a while where there are millions' },
  },
  asks: false,
  planAlone({ options }) {
    return async ({ config }) => {
      const findings = await withDatabase(config, async (db) => {
        const found = await inspect({
          config,
          db,
          storage: createStorage(config),
          secrets: createSecretBox(config),
          now: () => new Date(),
          askFilmSource: createFilmSourceProbe(config),
        })
        const seen = found.map((one) => ({ ...one, ...wordsOf(one) }))
        // Without a database another finding says so.
        if (options['rows'] !== true || db === 'new' || 'away' in db) return seen
        return [...seen, { about: 'rows', ...(await lookAtRows(db)) }]
      })
      const width = Math.max(...findings.map(({ about }) => about.length))
      return {
        lines: findings.flatMap(({ about, state, seen, todo }) => [
          `${marks[state]}  ${about.replace('-', ' ').padEnd(width)}  ${seen}`,
          ...(todo === null ? [] : [`${' '.repeat(width + 11)}${todo}`]),
        ]),
        json: { findings },
        failed: findings.some(({ state }) => state === 'fault'),
      }
    }
  },
}

export const doctorCommands = [doctor]
