import { maxInviteDays, maxInviteNote, maxInviteUses, type InviteItem } from '#shared/api/joining.ts'
import { uuid } from '../core/uuid.ts'
import { createInvite, listInvites, revokeInvite } from '../domains/accounts/invites.service.ts'
import { UsageError, type Command, type CommandArguments } from './command.ts'

function wholeOf({ options }: CommandArguments, name: string, max: number): number | undefined {
  if (options[name] === undefined) return undefined
  const number = Number(options[name])
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new UsageError(`--${name} is a number from 1 to ${max}`)
  return number
}

const day = (at: string) => at.slice(0, 10)

const create: Command = {
  name: 'invite create',
  usage: '',
  words: true,
  summary: 'Makes an invite and prints its link, this once.',
  options: {
    uses: { value: 'NUMBER', text: 'how many may join by it, 1 where nothing is said' },
    days: { value: 'NUMBER', text: 'how long it is good, 7 days where nothing is said' },
    note: { value: 'TEXT', text: 'what it is for, for operators' },
  },
  asks: false,
  plan(given) {
    if (given.words.length > 0) throw new UsageError('a note goes behind --note, in quotation marks')
    const uses = wholeOf(given, 'uses', maxInviteUses)
    const days = wholeOf(given, 'days', maxInviteDays)
    const note = String(given.options['note'] ?? '')
    if (note.length > maxInviteNote) throw new UsageError(`a note has at most ${maxInviteNote} characters`)
    return async ({ ctx, by }) => {
      const done = await createInvite(ctx, by, { uses, days, note })
      const { invite, link, code } = done
      const others = invite.maxUses === 1 ? 'once' : `${invite.maxUses} times`
      const isAsked = ctx.config.registration === 'invite'
      return {
        lines: [
          link,
          `The code is ${code}; good ${others}, until ${day(invite.expiresAt)}. It is not shown again.`,
          ...(isAsked ? [] : [`REGISTRATION is ${ctx.config.registration}: nobody is asked for an invite.`]),
        ],
        json: done,
      }
    }
  },
}

/** How many of the newest invites are listed. */
const shown = 100

const list: Command = {
  name: 'invite list',
  usage: '',
  summary: `The newest ${shown} invites, how often they were used and until when they are good.`,
  options: {},
  asks: false,
  plan() {
    return async ({ ctx }) => {
      const { items } = await listInvites(ctx, { limit: shown })
      return { json: items, lines: items.map(inviteLine) }
    }
  },
}

const inviteLine = ({ _id, uses, maxUses, expiresAt, ended, note }: InviteItem) =>
  [_id, `used ${uses} of ${maxUses}`.padEnd(17), `until ${day(expiresAt)}`, (ended ?? 'good').padEnd(7), note]
    .join('  ')
    .trimEnd()

const revoke: Command = {
  name: 'invite revoke',
  usage: 'ID',
  words: true,
  summary: 'Lets nobody join by an invite any more. Who joined by it stays.',
  options: {},
  asks: false,
  plan({ words: [id, ...more] }) {
    if (id === undefined || more.length > 0 || !uuid.test(id))
      throw new UsageError('name one invite by its id, which “scene invite list” shows')
    return async ({ ctx, by }) => {
      const changed = await revokeInvite(ctx, by, id.toLowerCase())
      return { lines: [changed ? 'revoked' : 'revoked already'], json: { invite: id, changed } }
    }
  },
}

export const inviteCommands = [create, list, revoke]
