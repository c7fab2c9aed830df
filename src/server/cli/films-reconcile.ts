import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { readConfig } from '../config.ts'
import { closeContext, createContext } from '../context.ts'
import { createLogger } from '../core/logger.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import {
  acceptDoubt,
  listDoubts,
  reconcileFilms,
  refuseDoubt,
} from '../domains/film-identity/reconcile.service.ts'
import { undoMerge } from '../domains/film-identity/merge.service.ts'

const help = `npm run films:reconcile -- [--list | --accept ID NUMBER | --refuse ID | --undo ID]

Finds out which of the film source's films the films of members are. Without an option it does what the job does.
  --list               films that wait for a decision, with what they may be
  --accept ID NUMBER   makes film ID the source's film NUMBER
  --refuse ID          leaves film ID a film of its own
  --undo ID            makes film ID, which was merged, a film of its own again
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    accept: { type: 'boolean' },
    refuse: { type: 'boolean' },
    undo: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const print = (line: string) => void process.stdout.write(`${line}\n`)

function number(place: number): number {
  const given = Number(positionals[place])
  if (!Number.isSafeInteger(given) || given <= 0) throw new Error(`a film number is missing\n\n${help}`)
  return given
}

async function run() {
  if (values.help) return print(help)
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  // One that belongs to a running Scene cannot be started twice, which is said.
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({
        dataDir: `${config.dataDir}/postgres`,
        log: (text) => logger.debug(text),
      })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const database = openDatabase({ ...connection, max: 5 }, (reason) =>
    logger.warn({ reason }, 'a connection was lost'),
  )
  try {
    await migrate(database.db)
    const ctx = await createContext(config, logger, database)
    try {
      await act(ctx)
    } finally {
      await closeContext(ctx)
    }
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

async function act(ctx: Awaited<ReturnType<typeof createContext>>) {
  if (values.accept) {
    const merge = await acceptDoubt(ctx, number(0), number(1))
    return print(
      merge ? `merged into ${merge.into}: ${JSON.stringify(merge.counts)}` : 'they are one already',
    )
  }
  if (values.refuse) {
    await refuseDoubt(ctx, number(0))
    return print('it stays a film of its own')
  }
  if (values.undo) {
    const { restored, kept } = await undoMerge(ctx, number(0))
    return print(`${restored} rows are as before, ${kept} were changed since and stay as they are`)
  }
  if (!values.list) {
    const isDone = await reconcileFilms(ctx, Number.POSITIVE_INFINITY)
    print(isDone ? 'done' : 'the film source does not answer: what is left is done later')
  }
  for (const doubt of await listDoubts(ctx)) {
    print(
      `${doubt.film_id}  ${doubt.title} (${doubt.release_date.slice(0, 4)})  ${doubt.reason}, ${doubt.confidence} %`,
    )
    for (const one of doubt.candidates) print(`    ${one.id}  ${one.title} (${one.release_date.slice(0, 4)})`)
  }
}

await run()
