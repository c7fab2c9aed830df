import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, page } from './fields.ts'
import { listCard, listEditors } from './lists.ts'

/** Members whom one list's owner has asked to edit it, with those who agreed. */
export const maxEditors = 20

export const listEditedLists = endpoint({
  method: 'GET',
  path: '/api/lists/edited',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary:
    'Lists of others that one edits or is asked to edit, the last asked first (100 without `limit`); `invited` where one has not agreed yet',
  query: page,
  answer: z.array(z.extend(listCard, { invited: z.optional(z.literal(true)) })),
})

const ofList = z.object({ listId: id })
const ofEditor = z.object({ listId: id, memberId: id })

export const inviteEditor = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/editors/:memberId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.not_found', 'list.not_yours', 'list.editor_not_mutual', 'list.editors_full'],
  summary:
    'Ask a mutual follower to edit one’s own list, who is told; 20 at most. Again it changes nothing. Answers all who edit it or are asked to',
  params: ofEditor,
  answer: listEditors,
})

export const acceptEditing = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/editors/accept',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.not_found'],
  summary: 'Agree to edit a list that one was asked to edit; its owner is told',
  params: ofList,
  answer: done,
})

export const removeEditor = endpoint({
  method: 'DELETE',
  path: '/api/lists/:listId/editors/:memberId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.not_found', 'list.not_yours'],
  summary:
    'Let a member edit one’s own list no longer, or take the question back; by one’s own id leave another’s list, or decline. Again it changes nothing',
  params: ofEditor,
  answer: done,
})
