#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { messageOf } from '#shared/thrown.ts'
import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { closeContext, createContext } from '../context.ts'
import { Failure } from '../core/errors.ts'
import { createComplaints } from '../core/logger.ts'
import { DatabaseFault } from '../db/database-fault.ts'
import { isMigrated, requireNoNewer } from '../db/migrate.ts'
import { backupCommands } from './backup.commands.ts'
import {
  Declined,
  helpOf,
  parseable,
  shellOperator,
  tooMuch,
  UsageError,
  type Command,
  type CommandArguments,
  type Tools,
} from './command.ts'
import { configCommands } from './config.commands.ts'
import { demoCommands } from './demo.commands.ts'
import { doctorCommands } from './doctor.command.ts'
import { filmsCommands } from './films.commands.ts'
import { withDatabase } from './findings.ts'
import { inviteCommands } from './invite.commands.ts'
import { jobsCommands } from './jobs.commands.ts'
import { mailCommands } from './mail.commands.ts'
import { mediaCommands } from './media.commands.ts'
import { OperatorError, textForOperator } from './operator-errors.ts'
import { recountCommands } from './recount.command.ts'
import { refuseCommands } from './refuse.commands.ts'
import { upgradeCommands } from './upgrade.command.ts'
import { userCommands } from './user.commands.ts'

const commands: readonly Command[] = [
  ...backupCommands,
  ...configCommands,
  ...demoCommands,
  ...doctorCommands,
  ...filmsCommands,
  ...inviteCommands,
  ...jobsCommands,
  ...mailCommands,
  ...mediaCommands,
  ...recountCommands,
  ...refuseCommands,
  ...upgradeCommands,
  ...userCommands,
]

/** Exit codes, as in sysexits(3): wrong usage, something needed is temporarily unavailable, wrong settings. */
const codes = { done: 0, failed: 1, usage: 64, away: 75, configuration: 78 } as const

/** The terminal of the command line. */
interface Terminal {
  out: (line: string) => void
  error: (line: string) => void
  /** Null when there is nobody to ask. */
  ask: ((question: string) => Promise<string>) | null
  /** All that is piped in. */
  input: () => Promise<string>
}

/** Runs the command of the arguments with the settings of the environment; answers the exit code. */
export async function runScene(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const command = commands.find(({ name }) => isCalled(name, args))
  if (!command) {
    const isHelp = args.length === 0 || args[0] === 'help' || args.includes('--help')
    const text = overview(args.find((word) => !word.startsWith('-')))
    if (isHelp) terminal.out(text)
    else terminal.error(`there is no command “${args.join(' ')}”\n\n${text}`)
    return isHelp ? codes.done : codes.usage
  }
  try {
    const given = parse(command, args.slice(command.name.split(' ').length))
    if (given.options['help']) {
      terminal.out(helpOf(command))
      return codes.done
    }
    const { lines, json, failed } = await planned(
      command,
      given,
      env,
    )({
      by: shellOperator(),
      confirm: (question) => confirm(question, given, terminal),
      input: terminal.input,
    })
    const shown = lines.length > 0 ? lines : ['none']
    for (const line of given.options['json'] ? [JSON.stringify(json)] : shown) terminal.out(line)
    return failed ? codes.failed : codes.done
  } catch (error) {
    const text = textForOperator(error)
    terminal.error(error instanceof UsageError ? `${text}\n\n${helpOf(command)}` : text)
    return exitCodeOf(error)
  }
}

const isCalled = (name: string, args: readonly string[]) =>
  name.split(' ').every((word, at) => args[at] === word)

function planned(command: Command, given: CommandArguments, env: NodeJS.ProcessEnv) {
  const config = readConfig(env)
  if ('planAlone' in command) {
    const work = command.planAlone(given)
    return (tools: Omit<Tools, 'ctx' | 'complaints'>) => work({ config, ...tools })
  }
  const work = command.plan(given)
  return (tools: Omit<Tools, 'ctx' | 'complaints'>) =>
    withContext(config, (given) => work({ ...given, ...tools }))
}

async function confirm(question: string, { options }: CommandArguments, { ask }: Terminal): Promise<void> {
  if (options['yes']) return
  if (!ask || options['json'])
    throw new UsageError('this changes what members have: say --yes where nobody can be asked')
  if (!/^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim())) throw new Declined('nothing was done')
}

function parse(command: Command, args: string[]): CommandArguments {
  try {
    const { values, positionals } = parseArgs({ args, options: parseable(command), allowPositionals: true })
    if (!command.words && positionals.length > 0) throw tooMuch(positionals[0])
    return { options: values as CommandArguments['options'], words: positionals }
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** The commands that begin with a word, or all. */
function overview(word: string | undefined): string {
  const begun = commands.filter(({ name }) => name.startsWith(`${word} `))
  const shown = begun.length > 0 ? begun : commands
  const width = Math.max(...shown.map(({ name }) => name.length))
  return [
    'scene COMMAND [--help] [--json] [--yes]',
    '',
    ...shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary.split('\n', 1)[0]}`),
  ].join('\n')
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return codes.usage
  if (error instanceof ConfigError) return codes.configuration
  const isAway = error instanceof DatabaseFault || (error instanceof Failure && error.status >= 503)
  return isAway ? codes.away : codes.failed
}

/** Runs work with a context. Migrations are left to Scene's own start. */
function withContext<T>(
  config: Config,
  work: (given: Pick<Tools, 'ctx' | 'complaints'>) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (database) => {
    await requireNoNewer(database.db)
    if (!(await isMigrated(database.db)))
      throw new OperatorError(
        'The database is not of this version of Scene: start Scene once, which brings it up to date.',
      )
    const { logger, complaints } = createComplaints()
    const ctx = await createContext(config, logger, database, { catalogue: createCatalogue() })
    try {
      return await work({ ctx, complaints })
    } finally {
      await closeContext(ctx)
    }
  })
}

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // The reader of a pipe, such as `head`, may have read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.exitCode = await runScene(process.argv.slice(2), process.env, {
    out: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
    ask: process.stdin.isTTY ? askAtTerminal : null,
    input: () => text(process.stdin),
  })
}
