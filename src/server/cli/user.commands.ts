import type { PendingMember } from '#shared/api/joining.ts'
import { roles, type Role } from '#shared/api/members.ts'
import { utcDay } from '#shared/utc-day.ts'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isFailure } from '../core/errors.ts'
import { deleteAccount, refuseMember } from '../domains/account-deletion/account-deletion.service.ts'
import { approveMember, listPendingMembers } from '../domains/accounts/approval.service.ts'
import {
  createAccount,
  givePassword,
  listAccounts,
  requireByName,
  resetAccountSecondStep,
  updateRole,
  restoreAccount,
  suspendAccount,
  verifyAccount,
  type Account,
} from '../domains/accounts/operator.service.ts'
import { noteAct } from '../domains/audit/audit.service.ts'
import { exportOf } from '../domains/transfer/export/export.service.ts'
import { UsageError, type Command, type CommandArguments, type Tools } from './command.ts'
import { OperatorError } from './operator-errors.ts'

function roleOf(given: string | boolean | undefined): Role {
  const role = roles.find((one) => one === given)
  if (!role) throw new UsageError(`a role is one of ${roles.join(', ')}`)
  return role
}

const userRole: Command = {
  name: 'user role',
  usage: 'EMAIL|HANDLE ROLE',
  words: true,
  summary: `Gives a member a role (${roles.join(', ')}). It holds from the next request on.`,
  options: {},
  asks: true,
  plan({ words: [name, given, ...more] }) {
    if (name === undefined || more.length > 0) throw new UsageError('whose role, and which?')
    const role = roleOf(given)
    return async ({ ctx, by, confirm }) => {
      await confirm(`Make ${name} ${role}?`)
      const done = await updateRole(ctx, by, name, role)
      const { username, was } = done
      const line =
        was === role ? `@${username} is ${role} already` : `@${username} is ${role} now, was ${was}`
      return { lines: [line], json: done }
    }
  },
}

const defaultLimit = 100
const maxLimit = 100_000

const userList: Command = {
  name: 'user list',
  usage: '[QUERY]',
  words: true,
  summary: [
    'Members, the newest first, with their roles and when they were last here.',
    'With a query those whose name or handle has it, or whose e-mail address it is.',
  ].join('\n'),
  options: {
    role: { value: 'ROLE', text: 'those of one role only' },
    pending: { text: 'those who wait to be let in only, and why they would like to join' },
    limit: { value: 'NUMBER', text: `at most so many, ${defaultLimit} where nothing is said` },
  },
  asks: false,
  plan({ words: [q, ...more], options }) {
    if (more.length > 0) throw new UsageError('a query of several words goes in quotation marks')
    const role = options['role'] === undefined ? undefined : roleOf(options['role'])
    const limit = Number(options['limit'] ?? defaultLimit)
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
      throw new UsageError(`--limit is a number from 1 to ${maxLimit}`)
    if (options['pending'] && q !== undefined)
      throw new UsageError('--pending and a query do not go together')
    if (options['pending'])
      return async ({ ctx }) => {
        const { items } = await listPendingMembers(ctx, { limit })
        return { json: items, lines: items.flatMap(pendingLines) }
      }
    return async ({ ctx }) => {
      const { items: accounts } = await listAccounts(ctx, { role, limit, q })
      return { json: accounts, lines: accounts.map(accountLine) }
    }
  },
}

const day = (date: Date | null) => (date ? utcDay(date) : 'never')

const pendingLines = ({ username, email, emailVerified, since, reason }: PendingMember) => [
  [
    `@${username}`.padEnd(21),
    `since ${since.slice(0, 10)}`,
    `${email}${emailVerified ? '' : ' (not verified)'}`,
  ].join('  '),
  ...(reason === null ? [] : reason.split('\n').map((line) => `    ${line}`)),
]

const accountLine = ({ username, email, verified, suspended, pending, role, createdAt, usedAt }: Account) =>
  [
    `@${username}`.padEnd(21),
    role.padEnd(9),
    `joined ${day(createdAt)}`,
    `seen ${day(usedAt)}`.padEnd(15),
    `${email}${verified ? '' : ' (not verified)'}${suspended ? ' (suspended)' : ''}${pending ? ' (not let in yet)' : ''}`,
  ].join('  ')

function oneName({ words: [name, ...more] }: CommandArguments): string {
  if (name === undefined || more.length > 0)
    throw new UsageError('name one member, by handle or e-mail address')
  return name
}

const userCreate: Command = {
  name: 'user create',
  usage: 'EMAIL --username NAME',
  words: true,
  summary: 'Makes a member whose address counts as proved, whoever else may join.',
  options: {
    username: { value: 'NAME', text: '3 to 20 letters, digits and underscores' },
    role: { value: 'ROLE', text: `${roles.join(', ')}; member where nothing is said` },
    'password-stdin': { text: 'takes the password from the standard input, else one is made and shown once' },
  },
  asks: false,
  plan({ words: [email, ...more], options }) {
    if (email === undefined || more.length > 0) throw new UsageError('for which e-mail address?')
    const { username } = options
    if (typeof username !== 'string' || username === '') throw new UsageError('with which --username?')
    const role = options['role'] === undefined ? 'member' : roleOf(options['role'])
    return async ({ ctx, by, input }) => {
      const given = options['password-stdin'] ? (await input()).replace(/\r?\n$/, '') : null
      const done = await createAccount(ctx, by, { email, username, password: given, role })
      const made = `@${done.username} is ${done.role}`
      return {
        lines:
          done.password === null
            ? [made]
            : [
                `${made} and logs in with ${done.password}`,
                'Tell it to nobody else. Another is chosen by “Forgot your password?” on the log-in screen.',
              ],
        json: done,
      }
    }
  },
}

const userVerify: Command = {
  name: 'user verify',
  usage: 'EMAIL|HANDLE',
  words: true,
  summary: 'Takes a member’s e-mail address for proved, for whom no code arrives.',
  options: {},
  asks: false,
  plan(given) {
    const name = oneName(given)
    return async ({ ctx, by }) => {
      const { username } = await verifyAccount(ctx, by, name)
      return { lines: [`@${username} is verified`], json: { username } }
    }
  },
}

function someNames({ words }: CommandArguments): readonly string[] {
  if (words.length === 0) throw new UsageError('name whoever is meant, by handles or e-mail addresses')
  return words
}

/** All members of a line, looked up before the first is changed. @throws OperatorError with the name of nobody */
async function membersOf(ctx: Tools['ctx'], names: readonly string[]) {
  const members = []
  for (const name of names)
    members.push(
      await requireByName(ctx, name).catch((error: unknown) => {
        if (!isFailure(error, 'member.not_found')) throw error
        throw new OperatorError(`${name}: ${error.message}`, { cause: error })
      }),
    )
  return members
}

const userApprove: Command = {
  name: 'user approve',
  usage: 'EMAIL|HANDLE…',
  words: true,
  summary: 'Lets people in who wait for it, and tells them by mail.',
  options: {},
  asks: false,
  plan(given) {
    const names = someNames(given)
    return async ({ ctx, by }) => {
      const members = await membersOf(ctx, names)
      const done = []
      for (const { id } of members) done.push(await approveMember(ctx, by, id))
      return {
        lines: done.map(({ username, changed }) => `@${username} ${changed ? 'is in' : 'is in already'}`),
        json: done,
      }
    }
  },
}

const userRefuse: Command = {
  name: 'user refuse',
  usage: 'EMAIL|HANDLE…',
  words: true,
  summary: 'Deletes the accounts of people who wait to be let in.',
  options: { mail: { text: 'tells them by mail; else they are told nothing' } },
  asks: true,
  plan(given) {
    const names = someNames(given)
    const mail = given.options['mail'] === true
    return async ({ ctx, by, confirm }) => {
      const members = await membersOf(ctx, names)
      const handles = members.map(({ username }) => `@${username}`).join(', ')
      await confirm(`Refuse ${handles} and delete what they entered?`)
      const done = []
      for (const { id } of members) done.push(await refuseMember(ctx, by, id, { mail }))
      return { lines: done.map(({ username }) => `@${username} is refused`), json: done }
    }
  },
}

const userSuspend: Command = {
  name: 'user suspend',
  usage: 'EMAIL|HANDLE',
  words: true,
  summary: 'Logs a member out everywhere and keeps them out. What they wrote stays where it is.',
  options: {},
  asks: true,
  plan(given) {
    const name = oneName(given)
    return async ({ ctx, by, confirm }) => {
      await confirm(`Log ${name} out everywhere and keep them out?`)
      const done = await suspendAccount(ctx, by, name)
      const now = done.changed ? 'is suspended now' : 'is suspended already'
      return { lines: [`@${done.username} ${now}; ${done.sessionsEnded} sessions ended`], json: done }
    }
  },
}

const userRestore: Command = {
  name: 'user restore',
  usage: 'EMAIL|HANDLE',
  words: true,
  summary: 'Lets a suspended member log in again.',
  options: {},
  asks: false,
  plan(given) {
    const name = oneName(given)
    return async ({ ctx, by }) => {
      const done = await restoreAccount(ctx, by, name)
      return {
        lines: [`@${done.username} ${done.changed ? 'may log in again' : 'is not suspended'}`],
        json: { ...done, sessionsEnded: 0 },
      }
    }
  },
}

const userResetPassword: Command = {
  name: 'user reset-password',
  usage: 'EMAIL|HANDLE',
  words: true,
  summary: 'Gives a member a new password, shown here once, and ends all their sessions.',
  options: {},
  asks: true,
  plan(given) {
    const name = oneName(given)
    return async ({ ctx, by, confirm }) => {
      await confirm(`Give ${name} a new password and log them out everywhere?`)
      const done = await givePassword(ctx, by, name)
      return {
        lines: [
          `@${done.username} logs in with ${done.password} from now on; ${done.sessionsEnded} sessions ended`,
          'Tell it to nobody else. Another is chosen by “Forgot your password?” on the log-in screen.',
        ],
        json: done,
      }
    }
  },
}

const userReset2fa: Command = {
  name: 'user reset-2fa',
  usage: 'EMAIL|HANDLE',
  words: true,
  summary:
    'Takes the two-step codes from a member who lost the app and the recovery codes; a mail tells the member.',
  options: { passkeys: { text: 'the passkeys as well' } },
  asks: true,
  plan(given) {
    const name = oneName(given)
    const passkeys = given.options['passkeys'] === true
    return async ({ ctx, by, confirm }) => {
      const too = passkeys ? ' and the passkeys' : ''
      await confirm(`Remove the two-step codes${too} of ${name}? Be sure who asks for it.`)
      const done = await resetAccountSecondStep(ctx, by, name, { passkeys })
      const what = done.wasOn ? 'has no two-step codes any more' : 'had no two-step codes'
      const removed = passkeys
        ? `; ${done.passkeysRemoved} ${done.passkeysRemoved === 1 ? 'passkey' : 'passkeys'} removed`
        : ''
      return { lines: [`@${done.username} ${what}${removed}`], json: done }
    }
  },
}

const userDelete: Command = {
  name: 'user delete',
  usage: 'EMAIL|HANDLE',
  words: true,
  summary: 'Deletes an account with all that is its member’s, as the member can. It does not come back.',
  options: {},
  asks: true,
  plan(given) {
    const name = oneName(given)
    return async ({ ctx, by, confirm }) => {
      const { id, username } = await requireByName(ctx, name)
      await confirm(`Delete @${username} with all films, reviews and lists, for ever?`)
      await deleteAccount(ctx, { id })
      await noteAct(ctx.db, ctx.now(), by, 'user.delete', {})
      return { lines: [`@${username} is deleted`], json: { username } }
    }
  },
}

/** An export reads the database and pictures, and writes nothing but its file. */
const isOfWriting = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && ['write', 'fsync', 'close'].includes(String(error.syscall))

const userExport: Command = {
  name: 'user export',
  usage: 'EMAIL|HANDLE --to FILE',
  words: true,
  summary: 'Writes everything of a member to a ZIP, as the member’s own export does.',
  options: { to: { value: 'FILE', text: 'a file that is not there yet' } },
  asks: false,
  plan(given) {
    const name = oneName(given)
    const { to } = given.options
    if (typeof to !== 'string' || to === '') throw new UsageError('to which file?')
    const path = resolve(to)
    return async ({ ctx, by }) => {
      const { id, username } = await requireByName(ctx, name)
      const cannotWrite = (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'EEXIST' ? 'it is there already' : error.message
        return new OperatorError(`${path} cannot be written: ${reason}.`, { cause: error })
      }
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      await once(file, 'open').catch((error: NodeJS.ErrnoException) => {
        throw cannotWrite(error)
      })
      try {
        await pipeline(Readable.from(exportOf(ctx, id), { objectMode: false }), file)
      } catch (error) {
        await rm(path, { force: true })
        throw isOfWriting(error) ? cannotWrite(error) : error
      }
      await noteAct(ctx.db, ctx.now(), by, 'user.export', { memberId: id })
      return { lines: [`${path}: everything of @${username}`], json: { username, file: path } }
    }
  },
}

export const userCommands = [
  userApprove,
  userCreate,
  { ...userExport, name: 'export-user' },
  userDelete,
  userExport,
  userList,
  userRefuse,
  userReset2fa,
  userResetPassword,
  userRestore,
  userRole,
  userSuspend,
  userVerify,
]
