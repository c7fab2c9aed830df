import {
  addRefusal,
  listRefusals,
  refusalKinds,
  removeRefusal,
  type SignUpRefusal,
} from '../domains/accounts/refusals.service.ts'
import { UsageError, type Command } from './command.ts'

function refusalOf([kind, pattern, ...more]: readonly string[]): SignUpRefusal {
  const known = refusalKinds.find((one) => one === kind)
  if (!known || pattern === undefined || more.length > 0)
    throw new UsageError(
      'say name, email or domain, and then what is refused, in which * stands for anything',
    )
  if (pattern.replaceAll('*', '').length < 2) throw new UsageError('that would refuse nearly everybody')
  if (known === 'email' && !pattern.includes('@')) throw new UsageError('an address has an @')
  if (known === 'domain' && pattern.includes('@')) throw new UsageError('a domain is what follows the @')
  return { kind: known, pattern }
}

const add: Command = {
  name: 'refuse add',
  usage: 'name|email|domain PATTERN',
  summary: 'Lets nobody join with a username, an address or a domain; members who are in stay in.',
  options: {},
  asks: false,
  plan({ words }) {
    const refusal = refusalOf(words)
    return async ({ ctx, by }) => {
      const changed = await addRefusal(ctx, by, refusal)
      return { lines: [changed ? 'refused from now on' : 'refused already'], json: { ...refusal, changed } }
    }
  },
}

const list: Command = {
  name: 'refuse list',
  usage: '',
  summary: 'What nobody may join with, beside names that are kept for operators.',
  options: {},
  asks: false,
  plan() {
    return async ({ ctx }) => {
      const refusals = await listRefusals(ctx)
      return { json: refusals, lines: refusals.map(({ kind, pattern }) => `${kind.padEnd(6)}  ${pattern}`) }
    }
  },
}

const remove: Command = {
  name: 'refuse remove',
  usage: 'name|email|domain PATTERN',
  summary: 'Takes a refusal back.',
  options: {},
  asks: false,
  plan({ words }) {
    const refusal = refusalOf(words)
    return async ({ ctx, by }) => {
      const changed = await removeRefusal(ctx, by, refusal)
      return { lines: [changed ? 'taken back' : 'there is none'], json: { ...refusal, changed } }
    }
  },
}

export const refuseCommands = [add, list, remove]
