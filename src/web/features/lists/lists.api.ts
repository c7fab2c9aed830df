import {
  listFriendsLists,
  listMemberLists,
  listMyLists,
  listPopularLists,
  listSavedLists,
} from '#shared/api/lists.ts'
import { callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

const pageSize = 24

/** Kinds of lists that do not depend on whose profile shows them. */
const endpoints = {
  mine: listMyLists,
  saved: listSavedLists,
  popular: listPopularLists,
  friends: listFriendsLists,
} as const

/** `mine`, `saved` and `friends` are the viewer's own. */
export const listsQuery = (kind: keyof typeof endpoints) =>
  pagedQuery({
    queryKey: ['lists', kind],
    limit: pageSize,
    load: (page, signal) => callPage(endpoints[kind], { query: page, signal }),
  })

/** The lists that a member made; of another member's the public ones. */
export const memberListsQuery = (userId: string) =>
  pagedQuery({
    queryKey: ['lists', 'member', userId],
    limit: pageSize,
    load: (page, signal) => callPage(listMemberLists, { params: { userId }, query: page, signal }),
  })
