import { roles, type Role } from '#shared/api/members.ts'
import { listAccounts, setRole, type Account } from '../domains/accounts/roles.service.ts'
import { UsageError, type Command } from './command.ts'

function roleOf(given: string | boolean | undefined): Role {
  const role = roles.find((one) => one === given)
  if (!role) throw new UsageError(`a role is one of ${roles.join(', ')}`)
  return role
}

const userRole: Command = {
  name: 'user role',
  usage: 'EMAIL|HANDLE ROLE',
  summary: `Gives a member a role (${roles.join(', ')}). It holds from the next request on.`,
  options: {},
  asks: true,
  plan({ words: [name, given] }) {
    if (name === undefined) throw new UsageError('whose role?')
    const role = roleOf(given)
    return async ({ ctx, by, confirm }) => {
      await confirm(`Make ${name} ${role}?`)
      const done = await setRole(ctx, by, name, role)
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
  usage: '',
  summary: 'Members, the newest first, with their roles and when they were last here.',
  options: {
    role: { value: 'ROLE', text: 'those of one role only' },
    limit: { value: 'NUMBER', text: `at most so many, ${defaultLimit} where nothing is said` },
  },
  asks: false,
  plan({ options }) {
    const role = options['role'] === undefined ? undefined : roleOf(options['role'])
    const limit = Number(options['limit'] ?? defaultLimit)
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
      throw new UsageError(`--limit is a number from 1 to ${maxLimit}`)
    return async ({ ctx }) => {
      const accounts = await listAccounts(ctx, { role, limit })
      return { json: accounts, lines: accounts.map(accountLine) }
    }
  },
}

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? 'never'

const accountLine = ({ username, email, verified, role, createdAt, usedAt }: Account) =>
  [
    `@${username}`.padEnd(21),
    role.padEnd(9),
    `joined ${day(createdAt)}`,
    `seen ${day(usedAt)}`.padEnd(15),
    `${email}${verified ? '' : ' (not verified)'}`,
  ].join('  ')

export const userCommands = [userList, userRole]
