import type { RefusalItem } from '#shared/api/joining.ts'
import { faultOf, refusalKinds, type RefusalFault, type SignUpRefusal } from '#shared/sign-up-refusals.ts'
import { addRefusal, listRefusals, removeRefusal } from '../domains/accounts/refusals.service.ts'
import { UsageError, type Command } from './command.ts'

const faults: Readonly<Record<RefusalFault, string>> = {
  'too-wide': 'that would refuse nearly everybody',
  'not-an-address': 'an address has an @',
  'not-a-domain': 'a domain is what follows the @',
}

function refusalOf([kind, pattern, ...more]: readonly string[]): SignUpRefusal {
  const known = refusalKinds.find((one) => one === kind)
  if (!known || pattern === undefined || more.length > 0)
    throw new UsageError(
      'say name, email or domain, and then what is refused, in which * stands for anything',
    )
  const refusal = { kind: known, pattern }
  const fault = faultOf(refusal)
  if (fault !== null) throw new UsageError(faults[fault])
  return refusal
}

const add: Command = {
  name: 'refuse add',
  usage: 'name|email|domain PATTERN',
  words: true,
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
      const refusals: RefusalItem[] = []
      let cursor: string | undefined
      do {
        const { items, next } = await listRefusals(ctx, { limit: 1000, cursor })
        refusals.push(...items)
        cursor = next ?? undefined
      } while (cursor !== undefined)
      return { json: refusals, lines: refusals.map(({ kind, pattern }) => `${kind.padEnd(6)}  ${pattern}`) }
    }
  },
}

const remove: Command = {
  name: 'refuse remove',
  usage: 'name|email|domain PATTERN',
  words: true,
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
