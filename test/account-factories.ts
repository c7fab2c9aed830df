import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { TestApp } from './harness.ts'

// What belongs to an account besides films: keys, addresses, players and what reaches its member.

/** A passkey of a member that no keeper has. */
export async function buildPasskey(app: Pick<TestApp, 'db'>, memberId: string): Promise<void> {
  await app.db
    .insertInto('passkeys')
    .values({
      id: uuidv7(),
      member_id: memberId,
      credential_id: randomBytes(16).toString('base64url'),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      backed_up: false,
      name: 'Phone',
      created_at: new Date(),
    })
    .execute()
}

/** A personal token of a member that nobody has. */
export async function buildToken(app: Pick<TestApp, 'db'>, memberId: string): Promise<void> {
  const now = Date.now()
  await app.db
    .insertInto('personal_tokens')
    .values({
      id: uuidv7(),
      member_id: memberId,
      token_hash: randomBytes(32),
      start: 'scn_pat_AbCdEfGh',
      name: 'Script',
      scopes: ['logs:read'],
      created_at: new Date(now),
      expires_at: new Date(now + 86_400_000),
      used_at: new Date(now),
    })
    .execute()
}

/** A secret address of a list. */
export async function buildFeed(
  app: Pick<TestApp, 'db'>,
  memberId: string,
  list: { id: string },
): Promise<void> {
  const now = new Date()
  await app.db
    .insertInto('feeds')
    .values({
      id: uuidv7(),
      member_id: memberId,
      kind: 'list',
      list_id: list.id,
      secret: randomBytes(32).toString('base64url'),
      created_at: now,
      changed_at: now,
    })
    .execute()
}

/** What a new player of a member told of; it waits for its stars. */
export async function buildPlay(app: Pick<TestApp, 'db'>, memberId: string): Promise<string> {
  const [id, playerId, now] = [uuidv7(), uuidv7(), new Date()]
  await app.db
    .insertInto('players')
    .values({
      id: playerId,
      member_id: memberId,
      kind: 'plex',
      secret_hash: randomBytes(32),
      user_names: ['layla'],
      created_at: now,
    })
    .execute()
  await app.db
    .insertInto('plays')
    .values({
      id,
      member_id: memberId,
      player_id: playerId,
      kind: 'plex',
      title: 'Heat',
      year: 1995,
      day: '2026-11-20',
      watched_at: now,
      source: id,
      rewatch: false,
    })
    .execute()
  return id
}

export async function buildNotificationSettings(app: Pick<TestApp, 'db'>, memberId: string): Promise<void> {
  await app.db
    .insertInto('notification_settings')
    .values({
      member_id: memberId,
      switched: ['push:likes'],
      quiet_from: '22:00',
      quiet_to: '07:00',
      digest_day: 5,
    })
    .execute()
}

/** A feed at Letterboxd that is followed, and something that came by it. */
export async function buildLetterboxdFeed(
  app: Pick<TestApp, 'db'>,
  memberId: string,
  { items = 1 }: { items?: number } = {},
): Promise<void> {
  const at = new Date()
  await app.db
    .insertInto('letterboxd_feeds')
    .values({ member_id: memberId, username: 'layla', followed_at: at, next_at: at })
    .execute()
  await app.db
    .insertInto('letterboxd_items')
    .values(
      Array.from({ length: items }, (_, number) => ({
        member_id: memberId,
        number: String(number),
        content_hash: randomBytes(32),
        title: 'Heat',
        seen_at: at,
      })),
    )
    .execute()
}

export async function buildWebhook(app: Pick<TestApp, 'db'>, memberId: string): Promise<void> {
  await app.db
    .insertInto('webhooks')
    .values({
      id: uuidv7(),
      member_id: memberId,
      url: 'https://hooks.example.org/scene',
      events: ['log.created'],
      secret: randomBytes(60),
      created_at: new Date(),
    })
    .execute()
}
