import { createHash } from 'node:crypto'
import { pickLocale } from '#shared/locale.ts'
import type { LimitName } from '#server/adapters/rate-limit/limits.ts'
import type { Context } from '#server/context.ts'
import type { JobPayloads } from '#server/events.ts'
import { noteWarning } from './accounts.queries.ts'
import { knownDevice, type Caller } from './devices.service.ts'

/**
 * One try to sign in or to guess a code, counted before `check` runs so that tries at once cannot share one, and given
 * back unless `check` answers null, which means that it was wrong. Tries of strangers do not count against a device
 * that the member signed in on (docs/decisions/018-guessing.md).
 */
export async function attempt<T>(
  ctx: Context,
  caller: Caller,
  { kind, email, subject = email }: { kind: 'login' | 'code'; email: string; subject?: string },
  check: (isKnownDevice: boolean) => Promise<T | null>,
): Promise<T | null> {
  const device = await knownDevice(ctx, caller, email)
  const uses: [LimitName, string][] = device
    ? [[`auth.${kind}.device`, `${subject} ${device}`]]
    : [
        [`auth.${kind}.address`, caller.address],
        [`auth.${kind}.pair`, `${subject} ${caller.address}`],
        [`auth.${kind}.account`, subject],
      ]
  let slowed = false
  for (const [name, key] of uses) slowed = (await ctx.limits.use(name, key)).slowed || slowed
  const giveBack = () => Promise.all(uses.map(([name, key]) => ctx.limits.refund(name, key)))

  const result = await check(device !== null).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (result !== null) await giveBack()
  else if (slowed) await warnLater(ctx, email)
  return result
}

/** The keys of the jobs that warn an owner: the one that looks for the owner, and the mail. */
export function warningJobKeys(email: string): [request: string, mail: string] {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  return [`warn:${hash}`, `mail:warn:${hash}`]
}

/** The member is looked up in a job, so that a try takes as long for unknown addresses. */
async function warnLater(ctx: Context, email: string): Promise<void> {
  const [key] = warningJobKeys(email)
  await ctx.transact((tx) => tx.addJob('accounts.warn-owner', { email }, { key }))
}

/** The job that `warnLater` queues: it sends one mail a day at most. */
export async function warnOwner(ctx: Context, { email }: JobPayloads['accounts.warn-owner']): Promise<void> {
  await ctx.transact(async (tx) => {
    const owner = await noteWarning(tx.db, email, ctx.now())
    if (!owner) return
    const locale = pickLocale([owner.locale])
    const [, key] = warningJobKeys(owner.email)
    await tx.addJob('mail.send', { to: owner.email, template: 'attack-warning', locale, code: '' }, { key })
  })
}
