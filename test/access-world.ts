import { v7 as uuidv7 } from 'uuid'
import { deleteMember } from '#shared/api/members.ts'
import type { registry } from '#shared/api/registry.ts'
import { suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { insertDecision, openCase } from '#server/domains/moderation/moderation.queries.ts'
import { parasite, rows } from './access.ts'
import { buildReply } from './deletion.ts'
import { buildFilm, buildImport, buildList, buildLog, buildMember, follow } from './factories.ts'
import type { TestApp } from './harness.ts'
import { rawCall } from './raw-call.ts'

// What `rows` of test/access.ts are called about.

export type World = Awaited<ReturnType<typeof buildWorld>>

/** Members whom nothing lets in any more: no call changes what they are, so the worlds of an app share them. */
const outcasts = new WeakMap<TestApp, ReturnType<typeof buildOutcasts>>()

async function buildOutcasts(app: TestApp) {
  const who = { suspended: await buildMember(app), deleted: await buildMember(app) }
  await suspendAccount(app.ctx, { shellUser: 'tests' }, who.suspended.username)
  await app.call(deleteMember, { as: who.deleted, params: { userId: who.deleted.id } })
  return who
}

/** Members of every kind, and something of everything that is the owner's. */
export async function buildWorld(app: TestApp) {
  const make = (verified = true) => buildMember(app, { verified })
  const shared = outcasts.get(app) ?? buildOutcasts(app)
  outcasts.set(app, shared)
  const who = {
    owner: await make(),
    follower: await make(),
    stranger: await make(),
    unverified: await make(false),
    ...(await shared),
    moderator: await buildMember(app, { role: 'moderator' }),
    operator: await buildMember(app, { role: 'operator' }),
    guest: undefined,
  }
  const { owner, follower } = who
  await follow(app, follower, owner)
  await follow(app, owner, follower)
  const film = await buildFilm(app, { id: parasite, title: 'Parasite' })
  const logId = (await buildLog(app, { author: owner, film, review: 'Stairs.', tags: ['stairs'] })).id
  const list = await buildList(app, { author: owner, films: [film], isPrivate: true })
  await app.db.insertInto('watchlist_items').values({ member_id: owner.id, film_id: parasite }).execute()
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const notificationId = uuidv7()
  await app.db
    .insertInto('notifications')
    .values({ id: notificationId, member_id: owner.id, from_id: follower.id, type: 'follow' })
    .execute()
  const imported = await buildImport(app, { member: owner, films: [film] })
  const reported = async (kind: 'log' | 'list', target: string) => {
    const content = { title: null, text: '', image: null, gif: null, spoilers: false }
    const at = new Date()
    const given = { id: uuidv7(), kind, target, memberId: owner.id, content, at }
    return (await openCase(app.db, given)).id
  }
  const decisionId = uuidv7()
  await insertDecision(app.db, {
    id: decisionId,
    caseId: await reported('list', list.id),
    memberId: owner.id,
    moderatorId: who.operator.id,
    act: 'hide',
    ground: 'spam',
    facts: '',
    at: new Date(),
    appealHash: null,
  })
  const names: Record<string, string | number> = {
    caseId: await reported('log', logId),
    decisionId,
    userId: owner.id,
    targetId: who.stranger.id,
    followerId: follower.id,
    movieId: parasite,
    logId,
    replyId: await buildReply(app, owner, logId),
    listReplyId: await buildReply(app, owner, { list: list.id }),
    listId: list.id,
    importId: imported.id,
    row: 1,
    sessionId: session.id,
    notificationId,
    memberId: who.stranger.id,
    // Nobody's.
    ...Object.fromEntries(
      ['inviteId', 'passkeyId', 'tokenId', 'feedId', 'playerId', 'playId', 'webhookId', 'pushId'].map(
        (name) => [name, uuidv7()],
      ),
    ),
    code: 'NOBODY',
    token: 'nobodys-nobodys-nobodys',
    year: 2020,
    month: '2020-01',
    period: '2020-01',
    region: 'US',
    key: 'nobodys',
    mergeId: 1,
  }
  return { who, names }
}

const fill = (text: string, names: World['names']) =>
  text.replaceAll(/:(\w+)/g, (whole, name: string) => String(names[name] ?? whole))

type Named = (typeof registry)[number]

const samples = {
  file: new Blob(['Title,Year,tmdbID\nParasite,2019,496243\n']),
  // The smallest picture that there is.
  avatar: new Blob([Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')]),
}

/** A call of the contract as its row says, about the world's things. `forge` changes the fields of its body. */
export function callRow(
  app: TestApp,
  { name, endpoint }: Named,
  { names }: World,
  as: { token: string } | undefined,
  forge: (fields: Record<string, unknown>) => object = (fields) => fields,
) {
  const { query = '', body = {}, file } = rows[name] ?? {}
  const isPerson = endpoint.path.startsWith('/api/tmdb/person')
  const id = name === 'markOneRead' ? names['notificationId'] : isPerson ? 900495980 : parasite
  const fields = forge(JSON.parse(fill(JSON.stringify(body), names)) as Record<string, unknown>)
  const form = new FormData()
  for (const [key, value] of Object.entries(fields))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  if (file) form.set(file, file === 'file' ? samples.file : samples.avatar, `${file}.csv`)
  return rawCall(app, {
    method: endpoint.method,
    path: `${fill(
      endpoint.path.replace('lists/:listId/replies/:replyId', 'lists/:listId/replies/:listReplyId'),
      {
        ...names,
        ...(id !== undefined && { id }),
      },
    )}?${query}`,
    ...(as && { as }),
    ...(endpoint.method !== 'GET' && { body: endpoint.files ? form : JSON.stringify(fields) }),
  })
}
