import { userInfo } from 'node:os'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Complaint } from '../core/logger.ts'
import type { Operator } from '../domains/audit/audit.service.ts'
import { OperatorError } from './operator-errors.ts'

/** What may follow the name of a command. */
export interface Option {
  /** The name of its value; absent for a switch. */
  value?: string
  text: string
}

/** The arguments of a command: values of options and, in order, all other words. */
export interface CommandArguments {
  options: Readonly<Record<string, string | boolean | undefined>>
  words: readonly string[]
}

/** What a command did: for people as lines, for programs as one value. */
export interface Done {
  lines: string[]
  json: unknown
  /** The command ran, but what it found is not well. */
  failed?: boolean
}

export interface Tools extends General {
  ctx: Context
  /** Warnings and errors of its log, as they come. */
  complaints: readonly Complaint[]
}

/** For commands that open what they need themselves. */
export interface AloneTools extends General {
  config: Config
}

interface General {
  by: Operator
  /** Asks before harm, unless `--yes` was given. @throws Declined, or UsageError where nobody can be asked */
  confirm: (question: string) => Promise<void>
  /** Reads all of standard input. */
  input: () => Promise<string>
}

interface CommandDescription {
  /** `films reconcile` */
  name: string
  /** What follows the name besides options. */
  usage: string
  /** It takes words besides options. */
  words?: true
  summary: string
  options: Readonly<Record<string, Option>>
  /** Whether it asks for confirmation unless `--yes` is given. */
  asks: boolean
}

/**
 * First reads the arguments, before anything is opened; the function that it answers does the work. @throws
 * UsageError
 */
type Planned =
  | { plan(given: CommandArguments): (tools: Tools) => Promise<Done> }
  | { planAlone(given: CommandArguments): (tools: AloneTools) => Promise<Done> }

export type Command = CommandDescription & Planned

/** Called wrongly; the message is followed by how to call it. */
export class UsageError extends OperatorError {}

/** The error for a word that a command does not take, usually an option without its dashes. */
export const tooMuch = (word: string | undefined) =>
  new UsageError(`it takes no “${word}”: options begin with --`)

/** Somebody was asked to confirm, and said no. */
export class Declined extends OperatorError {}

/** What every command takes. */
const general: Record<string, Option> = {
  json: { text: 'one line of JSON instead of text' },
  help: { text: 'this text' },
}

const optionsOf = ({ options, asks }: Command): Record<string, Option> => ({
  ...options,
  ...(asks && { yes: { text: 'do it without asking' } }),
  ...general,
})

/** For `parseArgs` of Node. */
export const parseable = (command: Command): ParseArgsOptionsConfig =>
  Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )

export function helpOf(command: Command): string {
  const rows = Object.entries(optionsOf(command)).map(
    ([name, { value, text }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, text] as const,
  )
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `scene ${command.name} ${command.usage}`.trim(),
    '',
    command.summary,
    '',
    ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  ].join('\n')
}

/** The account at whose shell the command line runs. */
export function shellOperator(): Operator {
  try {
    return { shellUser: userInfo().username }
  } catch {
    // A container may run under a number without a name.
    return { shellUser: String(process.getuid?.() ?? 'unknown') }
  }
}
