import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'

/** Of the makers of browsers; a name under one of these counts too. */
const hosts = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

/** Whether an address is of a push service: an address that a browser names is asked for by the server. */
export function isPushHost({ pushHosts }: Pick<Config, 'pushHosts'>, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (pushHosts.includes(url.host)) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}

export interface VapidKeys {
  /** Base64url, as browsers take it. */
  publicKey: string
  privateKey: string
}

const about = 'push'
const known = new WeakMap<Context, Promise<VapidKeys>>()

/**
 * The keys by which push services know this Scene, made when first asked for. With a lost key of the box new ones are
 * made; browsers that subscribed with the old ones are forgotten.
 */
export function pushKeys(ctx: Context): Promise<VapidKeys> {
  const keys = known.get(ctx) ?? loadKeys(ctx)
  known.set(ctx, keys)
  keys.catch(() => known.delete(ctx))
  return keys
}

async function readKeys(ctx: Context, db: Db): Promise<VapidKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst()
  const opened = row && (await ctx.secrets.open(row.private_key, about))
  return opened ? { publicKey: row.public_key, privateKey: opened.toString('utf8') } : null
}

async function loadKeys(ctx: Context): Promise<VapidKeys> {
  const there = await readKeys(ctx, ctx.db)
  if (there) return there
  const { default: webPush } = await import('web-push')
  return ctx.transact(async ({ db }) => {
    // Processes that start at once make one pair.
    await sql`select pg_advisory_xact_lock(hashtext('push_keys'))`.execute(db)
    const meanwhile = await readKeys(ctx, db)
    if (meanwhile) return meanwhile
    const lost = await db.selectFrom('push_keys').select('public_key').executeTakeFirst()
    const made = webPush.generateVAPIDKeys()
    const row = {
      public_key: made.publicKey,
      private_key: await ctx.secrets.seal(Buffer.from(made.privateKey), about),
    }
    await db
      .insertInto('push_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
      .execute()
    if (lost) await db.deleteFrom('push_subscriptions').execute()
    return made
  })
}
