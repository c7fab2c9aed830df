import { expect } from 'vitest'
import { createEvening, joinEvening } from '#shared/api/evenings.ts'
import { createList, deleteList, toggleListLike, updateList } from '#shared/api/lists.ts'
import { acceptEditing, inviteEditor, removeEditor } from '#shared/api/list-editors.ts'
import { createLog, deleteLog, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { createReport, decideCase, listCases } from '#shared/api/moderation.ts'
import {
  createListReply,
  createReply,
  deleteListReply,
  deleteReply,
  toggleListReplyLike,
  toggleReplyLike,
} from '#shared/api/replies.ts'
import { shareList, shareLog } from '#shared/api/sharing.ts'
import { audiences, commonAudiences } from '#shared/audience.ts'
import type { Writing } from './model.ts'
import { type World } from './world.ts'
import { any, expectAllowed, expectStatus, own, write, type Act, type Acts } from './scene.ts'

// What members do with what they write, and with what others wrote. What the model does not allow has to be refused.

function add(
  { model }: World,
  writing: Pick<Writing, 'kind' | 'id' | 'author' | 'audience' | 'text'> & Partial<Writing>,
) {
  const rest = { film: 0, below: null, spoilers: false, hidden: false, gone: false }
  model.writings.set(writing.id, { ...rest, editors: new Map(), ...writing })
}

const tagsOf = (text: string) => text.split(' ', 1)

const log: Act = async (scene) => {
  const { app, who, choices, films } = scene
  const movieId = choices.pick(films).id
  const given = { review: write(scene), audience: choices.pick(commonAudiences) }
  const more = { movieId, tags: tagsOf(given.review), watchedAt: '2024-05-01' }
  const { data } = await app.call(createLog, { as: who, body: { ...given, ...more } })
  const { audience, review: text } = given
  add(scene, { kind: 'log', id: data._id, author: who, audience, text, film: movieId })
  who.watchlist.delete(movieId)
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

export function forget({ model }: World, what: Writing) {
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

const askEditor: Act = async (scene) => {
  const { app, who, whom } = scene
  const list = own(scene, 'list')
  if (!list) return null
  const params = { listId: list.id, memberId: whom.id }
  const { status } = await app.call(inviteEditor, { as: who, params })
  const did = `asks ${whom.username} to edit ${list.id}`
  const isMutual = who.follows.has(whom.id) && whom.follows.has(who.id)
  expectStatus(`${who.username} ${did}`, status, isMutual ? 200 : 400)
  if (isMutual && !list.editors.has(whom.id)) list.editors.set(whom.id, false)
  return `${did}: ${status}`
}

/** Mostly of a list that one is asked to edit; or else it is refused. */
const agree: Act = async (scene) => {
  const { app, who, choices, model } = scene
  const asked = model.all('list').filter(({ editors }) => editors.has(who.id))
  const list = asked.length > 0 ? choices.pick(asked) : any(scene, 'list')
  if (!list) return null
  const { status } = await app.call(acceptEditing, { as: who, params: { listId: list.id } })
  const mayEdit = list.editors.has(who.id) && model.sees(who, list)
  expectAllowed(`${who.username} agrees to edit ${list.id}`, status, mayEdit)
  if (mayEdit) list.editors.set(who.id, true)
  return `agrees to edit ${list.id}: ${status}`
}

const order: Act = async (scene) => {
  const { app, who, films, model } = scene
  const list = any(scene, 'list')
  if (!list) return null
  const movies = films.map(({ id }) => ({ id })).toReversed()
  const { status } = await app.call(updateList, { as: who, params: { listId: list.id }, body: { movies } })
  const mayEdit = list.author === who || list.editors.get(who.id)
  const expected = mayEdit && model.sees(who, list) ? 200 : model.sees(who, list) ? 403 : 404
  expectStatus(`${who.username} orders ${list.id}`, status, expected)
  return `orders ${list.id}: ${status}`
}

/** By the owner, or by the editor, who leaves. */
const endEditing: Act = async (scene) => {
  const { app, who, choices, model } = scene
  const edited = model
    .all('list')
    .filter(({ author, editors }) => (author === who && editors.size > 0) || editors.has(who.id))
  if (edited.length === 0) return null
  const list = choices.pick(edited)
  const memberId = list.author === who ? choices.pick(list.editors.keys()) : who.id
  const { status } = await app.call(removeEditor, { as: who, params: { listId: list.id, memberId } })
  expect(status).toBe(200)
  list.editors.delete(memberId)
  return `ends that ${model.people.get(memberId)?.username} edits ${list.id}`
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

export const writingActs: Acts = [
  [10, log],
  [6, list],
  [8, change],
  [3, remove],
  [10, comment],
  [5, like],
  [5, share],
  [5, askEditor],
  [4, agree],
  [2, order],
  [1, endEditing],
  [2, moderate],
  [2, meet],
]
