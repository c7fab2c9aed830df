import { sql } from 'kysely'
import type { VapidKeys } from '#server/adapters/push/push-sender.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'

const about = 'push'
const known = new WeakMap<Context, Promise<VapidKeys>>()

/**
 * The keys by which push services know this Scene, created on first use. When the key that encrypts them is lost, new
 * ones are created and browsers that subscribed with the old ones are deleted.
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
    // The lock lets processes that start at the same time create only one pair.
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
