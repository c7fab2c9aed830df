import { expect } from 'vitest'
import { endAllSessions, logout } from '#shared/api/accounts.ts'
import { restoreAccount, suspendAccount } from '#shared/api/admin.ts'
import { updateAudience } from '#shared/api/audiences.ts'
import { acceptFollowRequest, lockAccount } from '#shared/api/follow-requests.ts'
import { deleteMember, toggleFollow, updateMember } from '#shared/api/members.ts'
import {
  blockMember,
  muteMember,
  muteWord,
  unblockMember,
  unmuteMember,
  unmuteWord,
} from '#shared/api/safety.ts'
import { changePassword } from '#shared/api/security.ts'
import { addFavourite, removeFavourite, toggleWatchlist } from '#shared/api/shelves.ts'
import { audienceKinds, audiences, commonAudiences } from '#shared/audience.ts'
import { hourMs } from '#shared/durations.ts'
import { deliver } from './told.ts'
import { join, logIn } from './world.ts'
import { expectAllowed, hideable, write, type Act, type Acts, type Scene } from './scene.ts'
import { forget } from './writing-acts.ts'

// What members do to each other, with films and with their own account. What the model does not allow has to be refused.

const shelve: Act = async (scene) => {
  const { app, who: as, choices, films } = scene
  const { id: movieId } = choices.pick(films)
  const audience = choices.pick(commonAudiences)
  const { data } = await app.call(toggleWatchlist, { as, body: { movieId, audience } })
  expect(data.inWatchlist).toBe(!as.watchlist.delete(movieId))
  if (data.inWatchlist) as.watchlist.set(movieId, audience)
  return `has ${movieId} on the watchlist: ${data.inWatchlist}, for ${audience}`
}

const heart: Act = async (scene) => {
  const { app, who: as, choices, films } = scene
  const { id: movieId } = choices.pick(films)
  const call = { as, params: { userId: as.id, movieId } }
  const was = as.favourites.delete(movieId)
  if (was) await app.call(removeFavourite, call)
  else {
    await app.call(addFavourite, call)
    as.favourites.set(movieId, as.audiences.favourites)
  }
  return `has a heart for ${movieId}: ${!was}`
}

/** What is new of a kind is for others from now on, and what there is as well. */
const chooseAudience: Act = async (scene) => {
  const { app, who, choices, model } = scene
  const kind = choices.pick(audienceKinds)
  const audience = choices.pick(kind === 'lists' ? audiences : commonAudiences)
  const existing = choices.once(2)
  const on = { as: who, params: { userId: who.id } }
  await app.call(updateAudience, { ...on, body: { kind, audience, existing } })
  who.audiences[kind] = audience
  const items = { reviews: 'log', lists: 'list' } as const
  if (existing && (kind === 'watchlist' || kind === 'favourites'))
    for (const film of who[kind].keys()) who[kind].set(film, audience)
  if (existing && (kind === 'reviews' || kind === 'lists'))
    for (const what of model.all(items[kind])) if (what.author === who) what.audience = audience
  return `has ${kind} for ${audience}, those that there are: ${existing}`
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
  for (const { author, editors } of model.all('list'))
    if (author === who || author === whom) editors.delete(author === who ? whom.id : who.id)
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
  const { app, who, choices, films } = scene
  who.bio = write(scene)
  who.four = films.slice(choices.pick([0, 1, 2])).map(({ id }) => id)
  const body = { bio: who.bio, favoriteFilms: who.four.map((id) => ({ id })) }
  await app.call(updateMember, { as: who, params: { userId: who.id }, body })
  return `tells of themself: ${who.bio}, ${who.four.join()}`
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
  for (const { editors } of model.all('list')) editors.delete(who.id)
  await join(scene)
  return 'leaves'
}

export const memberActs: Acts = [
  [4, shelve],
  [3, heart],
  [9, chooseAudience],
  [6, follow],
  [4, letIn],
  [2, lock],
  [4, block],
  [4, mute],
  [6, hideWord],
  [3, tellOfOneself],
  [4, receive],
  [2, endSessions],
  [1, leave],
]
