import { expect } from 'vitest'
import { endAllSessions, logout } from '#shared/api/accounts.ts'
import { restoreAccount, suspendAccount } from '#shared/api/admin.ts'
import { updateAudience } from '#shared/api/audiences.ts'
import { createEvening, joinEvening } from '#shared/api/evenings.ts'
import { acceptFollowRequest, lockAccount } from '#shared/api/follow-requests.ts'
import { createList, deleteList, toggleListLike, updateList } from '#shared/api/lists.ts'
import { createLog, deleteLog, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { deleteMember, toggleFollow, updateMember } from '#shared/api/members.ts'
import { createReport, decideCase, listCases } from '#shared/api/moderation.ts'
import {
  createListReply,
  createReply,
  deleteListReply,
  deleteReply,
  toggleListReplyLike,
  toggleReplyLike,
} from '#shared/api/replies.ts'
import {
  blockMember,
  muteMember,
  muteWord,
  unblockMember,
  unmuteMember,
  unmuteWord,
} from '#shared/api/safety.ts'
import { changePassword } from '#shared/api/security.ts'
import { shareList, shareLog } from '#shared/api/sharing.ts'
import { audiences, commonAudiences } from '#shared/audience.ts'
import { hourMs } from '#shared/durations.ts'
import type { TestApp } from '#test/harness.ts'
import type { Person, Writing } from './model.ts'
import { deliver } from './told.ts'
import { join, logIn, type World } from './world.ts'

// What members do, one thing after another, at any instance. What the model does not allow has to be refused.

interface Scene extends World {
  app: TestApp
  who: Person
  /** Another member. */
  whom: Person
}

/** Says what was done; null where there was nothing to do. */
type Act = (scene: Scene) => Promise<string | null>

const hideable = ['umbra', 'velvet']

/** A text with a canary, and sometimes with a word that somebody hides. */
const write = ({ newCanary, choices }: World) =>
  `${newCanary()} it is${choices.once(2) ? ` and ${choices.pick([...hideable, 'Velvet'])}` : ''}`

const tagsOf = (text: string) => text.split(' ', 1)

function add(
  { model }: World,
  writing: Pick<Writing, 'kind' | 'id' | 'author' | 'audience' | 'text'> & Partial<Writing>,
) {
  const rest = { film: 0, below: null, spoilers: false, hidden: false, gone: false }
  model.writings.set(writing.id, { ...rest, ...writing })
}

const log: Act = async (scene) => {
  const { app, who, choices, films } = scene
  const movieId = choices.pick(films).id
  const given = { review: write(scene), audience: choices.pick(commonAudiences) }
  const more = { movieId, tags: tagsOf(given.review), watchedAt: '2024-05-01' }
  const { data } = await app.call(createLog, { as: who, body: { ...given, ...more } })
  const { audience, review: text } = given
  add(scene, { kind: 'log', id: data._id, author: who, audience, text, film: movieId })
  return `logs ${data._id} for ${audience}: ${text}`
}

const list: Act = async (scene) => {
  const { app, who, choices, films } = scene
  const given = { title: write(scene), audience: choices.pick(audiences) }
  const body = { ...given, movies: films.map(({ id }) => ({ id })) }
  const { data } = await app.call(createList, { as: who, body })
  add(scene, { kind: 'list', id: data._id, author: who, audience: given.audience, text: given.title })
  return `makes the list ${data._id} for ${given.audience}: ${given.title}`
}

/** One's own writing of one of these kinds; null where one has none. */
function own({ who, choices, model }: Scene, ...kinds: Writing['kind'][]): Writing | null {
  const all = model.all(...kinds).filter(({ author }) => author === who)
  return all.length > 0 ? choices.pick(all) : null
}

const any = ({ choices, model }: Scene, ...kinds: Writing['kind'][]): Writing | null =>
  model.all(...kinds).length > 0 ? choices.pick(model.all(...kinds)) : null

const change: Act = async (scene) => {
  const { app, who: as, choices } = scene
  const what = own(scene, 'log', 'list')
  if (!what) return null
  const audience = choices.pick(commonAudiences)
  const text = write(scene)
  await (what.kind === 'log'
    ? app.call(updateLog, {
        as,
        params: { logId: what.id },
        body: { audience, review: text, tags: tagsOf(text) },
      })
    : app.call(updateList, { as, params: { listId: what.id }, body: { audience, title: text } }))
  Object.assign(what, { audience, text })
  return `makes the ${what.kind} ${what.id} for ${audience}: ${text}`
}

function forget({ model }: World, what: Writing) {
  what.gone = true
  for (const reply of model.all('reply')) if (reply.below === what) reply.gone = true
}

/** What calls about a writing have in their paths: of a comment, also what it hangs below. */
function paramsOf({ id, below }: Writing) {
  const thread = below?.id ?? id
  return { logId: thread, listId: thread, replyId: id }
}

const remove: Act = async (scene) => {
  const { app, who: as } = scene
  const what = own(scene, 'log', 'list', 'reply')
  if (!what) return null
  const params = paramsOf(what)
  const { status } = await {
    log: () => app.call(deleteLog, { as, params }),
    list: () => app.call(deleteList, { as, params }),
    reply: () => app.call(what.below?.kind === 'log' ? deleteReply : deleteListReply, { as, params }),
  }[what.kind]()
  if (status !== 200) return null
  forget(scene, what)
  return `deletes the ${what.kind} ${what.id}`
}

/** Fails unless a call went as the model says. */
const expectAllowed = (what: string, status: number, isAllowed: boolean) =>
  expect(`${what}: ${status}`).toBe(`${what}: ${isAllowed ? 200 : 404}`)

const comment: Act = async (scene) => {
  const { app, who, choices, model } = scene
  const below = any(scene, 'log', 'list')
  if (!below) return null
  const sent = { as: who, body: { text: write(scene), spoilers: choices.once(4) } }
  const { status, data } =
    below.kind === 'log'
      ? await app.call(createReply, { ...sent, params: { logId: below.id } })
      : await app.call(createListReply, { ...sent, params: { listId: below.id } })
  const did = `comments on the ${below.kind} ${below.id}: ${sent.body.text}`
  expectAllowed(`${who.username} ${did}`, status, model.sees(who, below))
  if (status !== 200) return `may not comment on the ${below.kind} ${below.id}`
  const { audience } = below
  add(scene, { ...sent.body, kind: 'reply', id: data._id, author: who, audience, below })
  return did
}

const like: Act = async (scene) => {
  const { app, who: as, model } = scene
  const what = any(scene, 'log', 'list', 'reply')
  if (!what) return null
  const params = paramsOf(what)
  const { status } = await {
    log: () => app.call(toggleLogLike, { as, params }),
    list: () => app.call(toggleListLike, { as, params }),
    reply: () => app.call(what.below?.kind === 'log' ? toggleReplyLike : toggleListReplyLike, { as, params }),
  }[what.kind]()
  expectAllowed(`${as.username} likes the ${what.kind} ${what.id}`, status, model.sees(as, what))
  return `likes the ${what.kind} ${what.id}: ${status}`
}

const share: Act = async (scene) => {
  const { app, who: as, model } = scene
  const what = any(scene, 'log', 'list')
  if (!what) return null
  const body = { recipients: model.members().map(({ id }) => id) }
  const { status } = await (what.kind === 'log'
    ? app.call(shareLog, { as, params: { logId: what.id }, body })
    : app.call(shareList, { as, params: { listId: what.id }, body }))
  if (status === 200) expectAllowed(`${as.username} shares ${what.id}`, status, model.sees(as, what))
  return `shares the ${what.kind} ${what.id}: ${status}`
}

const onto = ({ who, whom }: Scene) => ({ as: who, params: { userId: who.id, targetId: whom.id } })

const follow: Act = async (scene) => {
  const { app, who, whom, model } = scene
  const { status, data } = await app.call(toggleFollow, onto(scene))
  expectAllowed(`${who.username} follows ${whom.username}`, status, !model.isApart(who, whom))
  if (status !== 200) return `may not follow ${whom.username}`
  if (!who.follows.delete(whom.id) && data.following) {
    expect(whom.locked).toBe(false)
    who.follows.add(whom.id)
  }
  return `follows ${whom.username}: ${data.following}, asks: ${data.requested ?? false}`
}

const letIn: Act = async (scene) => {
  const { status } = await scene.app.call(acceptFollowRequest, onto(scene))
  if (status !== 200) return null
  scene.whom.follows.add(scene.who.id)
  return `lets ${scene.whom.username} in`
}

const lock: Act = async ({ app, who }) => {
  who.locked = !who.locked
  await app.call(lockAccount, {
    as: who,
    params: { userId: who.id },
    body: who.locked ? { locked: true } : { locked: false, requests: 'decline' },
  })
  return `locks: ${who.locked}`
}

const block: Act = async (scene) => {
  const { app, who, whom, model } = scene
  if (who.blocks.delete(whom.id)) {
    await app.call(unblockMember, onto(scene))
    return `unblocks ${whom.username}`
  }
  const { status } = await app.call(blockMember, onto(scene))
  expectAllowed(`${who.username} blocks ${whom.username}`, status, !model.isApart(who, whom))
  if (status !== 200) return null
  who.blocks.add(whom.id)
  who.follows.delete(whom.id)
  whom.follows.delete(who.id)
  return `blocks ${whom.username}`
}

const mute: Act = async (scene) => {
  const { app, who, whom, model } = scene
  if (model.isApart(who, whom)) return null
  if (who.muted.delete(whom.id)) {
    await app.call(unmuteMember, onto(scene))
    return `no longer mutes ${whom.username}`
  }
  await app.call(muteMember, { ...onto(scene), body: {} })
  who.muted.add(whom.id)
  return `mutes ${whom.username}`
}

const hideWord: Act = async ({ app, who, choices }) => {
  const word = choices.pick(hideable)
  const on = { as: who, params: { userId: who.id } }
  if (who.hiddenWords.delete(word)) {
    await app.call(unmuteWord, { ...on, query: { word } })
    return `no longer hides ${word}`
  }
  await app.call(muteWord, { ...on, body: { word } })
  who.hiddenWords.add(word)
  return `hides ${word}`
}

const tellOfOneself: Act = async (scene) => {
  const { app, who, choices } = scene
  const on = { as: who, params: { userId: who.id } }
  who.bio = write(scene)
  await app.call(updateMember, { ...on, body: { bio: who.bio } })
  who.audience = choices.pick(commonAudiences)
  await app.call(updateAudience, { ...on, body: { kind: 'profile', audience: who.audience } })
  return `has a profile for ${who.audience}: ${who.bio}`
}

const moderate: Act = async (scene) => {
  const { app, who, whom, model, operator } = scene
  const what = own({ ...scene, who: whom }, 'log', 'list', 'reply')
  if (!what) return null
  const body = { kind: what.kind, target: what.id, reason: 'spam', text: '' } as const
  const { status } = await app.call(createReport, { as: who, body })
  expectAllowed(`${who.username} reports the ${what.kind} ${what.id}`, status, model.sees(who, what))
  if (status !== 200) return null
  const { data: cases } = await app.call(listCases, { as: operator, query: { state: 'open' } })
  const { data } = await app.call(decideCase, {
    as: operator,
    params: { caseId: cases[0]?._id ?? '' },
    body: { act: 'hide', ground: 'spam', facts: 'It is.', seen: 0 },
  })
  expect(data.hidden).toBe(true)
  what.hidden = true
  return `has the ${what.kind} ${what.id} hidden`
}

const meet: Act = async (scene) => {
  const { app, who, whom, evenings } = scene
  const from = any(scene, 'list')
  const { status, data } = await app.call(createEvening, { as: who, body: { listId: from?.id ?? null } })
  if (status !== 200) return null
  evenings.push(data.code)
  const { status: joined } = await app.call(joinEvening, { as: whom, params: { code: data.code }, body: {} })
  return `begins the evening ${data.code} of the list ${from?.id}, ${whom.username} joins: ${joined}`
}

const receive: Act = async ({ app, history }) => {
  await deliver(app, new Date(Date.now() + 2 * hourMs * history.length))
  return 'waits for what is mailed and pushed'
}

/** Sessions end where somebody else may have them: on another device, or by another one's hand. */
const endSessions: Act = async (scene) => {
  const { app, who, choices, ended, operator, newCanary } = scene
  const old = { token: who.token }
  const params = { memberId: who.id }
  const ways = {
    async logout() {
      await app.call(logout, { as: old })
      await logIn(scene, who)
    },
    async 'logout everywhere'() {
      await app.call(endAllSessions, { as: old })
      await logIn(scene, who)
    },
    async 'new password'() {
      await logIn(scene, who)
      const body = { currentPassword: who.password, newPassword: `correct horse ${newCanary()}` }
      expect((await app.call(changePassword, { as: who, body })).status).toBe(200)
      who.password = body.newPassword
    },
    async suspension() {
      expect((await app.call(suspendAccount, { as: operator, params })).status).toBe(200)
      await app.call(restoreAccount, { as: operator, params })
      await logIn(scene, who)
    },
  }
  const way = choices.pick(Object.keys(ways) as (keyof typeof ways)[])
  await ways[way]()
  ended.push(old.token)
  return `ends a session: ${way}`
}

const leave: Act = async (scene) => {
  const { app, who, model, ended } = scene
  await app.call(deleteMember, { as: who, params: { userId: who.id } })
  who.gone = true
  ended.push(who.token)
  for (const what of model.all('log', 'list', 'reply')) if (what.author === who) forget(scene, what)
  for (const one of model.people.values())
    for (const ids of [one.follows, one.blocks, one.muted]) ids.delete(who.id)
  await join(scene)
  return 'leaves'
}

/** How often each is done. */
const acts: readonly [times: number, act: Act][] = [
  [10, log],
  [6, list],
  [8, change],
  [3, remove],
  [10, comment],
  [5, like],
  [5, share],
  [6, follow],
  [4, letIn],
  [2, lock],
  [4, block],
  [4, mute],
  [6, hideWord],
  [4, tellOfOneself],
  [2, moderate],
  [2, meet],
  [4, receive],
  [2, endSessions],
  [1, leave],
]
const everyAct = acts.flatMap(([times, does]) => Array.from({ length: times }, () => does))

/** Somebody does something; answers the instance where. */
export async function act(world: World): Promise<TestApp> {
  const { choices, model } = world
  for (;;) {
    const who = choices.pick(model.members())
    const whom = choices.pick(model.members().filter((one) => one !== who))
    const app = choices.pick(world.apps)
    const did = await choices.pick(everyAct)({ ...world, app, who, whom })
    if (did === null) continue
    world.concerned = [who, whom]
    world.history.push(`at ${world.apps.indexOf(app)}: ${who.username} ${did}`)
    return app
  }
}
