import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import { acceptEditing, inviteEditor, listEditedLists, removeEditor } from '#shared/api/list-editors.ts'
import {
  addToList,
  cloneList,
  createList,
  deleteList,
  getList,
  listFilmLists,
  listFriendsLists,
  listMemberLists,
  listMyLists,
  listPopularLists,
  listSavedLists,
  maxWindow,
  toggleListLike,
  toggleListSave,
  updateList,
} from '#shared/api/lists.ts'
import { uploadListCover } from '#shared/api/media.ts'
import { paths } from '#shared/paths.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
import { ApiError, call, callPage } from '#web/lib/api.ts'
import { callDeletion } from '#web/lib/deletion.ts'
import { callOrKeep, callPageOrKeep, type FormDraft } from '#web/lib/outbox.ts'
import { patchEntity, removeEntity } from '#web/lib/entity-cache.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

const pageSize = 24

/** Kinds of lists that do not depend on whose profile shows them. */
const endpoints = {
  mine: listMyLists,
  saved: listSavedLists,
  edited: listEditedLists,
  popular: listPopularLists,
  friends: listFriendsLists,
} as const

/** `mine`, `saved`, `edited` and `friends` are the viewer's own. */
export const listsQuery = (kind: keyof typeof endpoints) =>
  pagedQuery({
    queryKey: ['lists', kind],
    limit: pageSize,
    load: (page, signal) => callPage(endpoints[kind], { query: page, signal }),
  })

/** The lists that a member made; of another member's those that one may see. */
export const memberListsQuery = (userId: string) =>
  pagedQuery({
    queryKey: ['lists', 'member', userId],
    limit: pageSize,
    load: (page, signal) => callPage(listMemberLists, { params: { userId }, query: page, signal }),
  })

/** A member's lists with a tag. */
export const taggedListsQuery = (userId: string, tag: string) =>
  pagedQuery({
    queryKey: ['lists', 'member', userId, 'tagged', tag],
    limit: pageSize,
    load: (page, signal) =>
      callPage(listMemberLists, { params: { userId }, query: { ...page, tag }, signal }),
  })

/** The lists that hold a film, as far as the viewer may see them; the most liked first. */
export const filmListsQuery = (filmId: number) =>
  pagedQuery({
    queryKey: ['lists', 'film', filmId],
    limit: pageSize,
    load: (page, signal) => callPage(listFilmLists, { params: { id: filmId }, query: page, signal }),
  })

export type { ListDetail, ListFilm } from '#shared/api/lists.ts'

/** How many films come with a list: more than a grid loads ahead. The others come in larger windows. */
const firstWindow = 160

/** Where nothing is made of the films that are answered. */
const fewestFilms = { limit: 1 }

/** A list with a window of its films, for `useList`, which joins those that are there. */
export const listQuery = (listId: string) => ({
  ...pagedQuery({
    queryKey: ['lists', 'one', listId],
    limit: firstWindow,
    load: ({ limit, cursor }, signal) =>
      callPage(getList, {
        params: { listId },
        query: cursor === undefined ? { limit } : { limit: maxWindow, cursor },
        signal,
      }),
  }),
  // A film of it that was logged meanwhile is marked on the way back.
  staleTime: 5_000,
})

/** A list with all its films, as its form holds them. */
export const wholeListQuery = (listId: string) =>
  queryOptions({
    queryKey: [...listQuery(listId).queryKey, 'whole'],
    queryFn: ({ signal }) => call(getList, { params: { listId }, signal }),
  })

export const likeListMutation = (queryClient: QueryClient, listId: string) =>
  toggleMutation({
    key: ['lists', 'like', listId],
    send: (wanted, target) =>
      callOrKeep(
        toggleListLike,
        { params: { listId } },
        { kind: 'likeList', target, wanted, about: '', path: paths.list(listId) },
      ),
    isOn: ({ liked }) => liked,
    refresh: () => queryClient.invalidateQueries({ queryKey: listQuery(listId).queryKey }),
    onSuccess: ({ liked, likeCount, likes }) => {
      patchEntity(queryClient, listId, { likedByMe: liked, likeCount, likes })
      void queryClient.invalidateQueries({ queryKey: ['lists', 'popular'] })
    },
  })

/** Saves another member's list, or takes it off those saved. */
export const saveListMutation = (queryClient: QueryClient, listId: string) =>
  toggleMutation({
    key: ['lists', 'save', listId],
    send: () => call(toggleListSave, { params: { listId } }),
    isOn: ({ saved }) => saved,
    refresh: () => queryClient.invalidateQueries({ queryKey: listQuery(listId).queryKey }),
    show: async (savedByMe) => {
      await queryClient.cancelQueries({ queryKey: listQuery(listId).queryKey })
      patchEntity(queryClient, listId, { savedByMe })
    },
    onSuccess: ({ saved, saveCount }) => patchEntity(queryClient, listId, { savedByMe: saved, saveCount }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['lists', 'saved'] })
    },
  })

export const deleteListMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['lists', 'delete'],
    mutationFn: (listId: string) => callDeletion(deleteList, { params: { listId } }),
    onSuccess: (_, listId) => {
      removeEntity(queryClient, listId)
      void queryClient.invalidateQueries({
        queryKey: ['lists'],
        predicate: ({ queryKey }) => queryKey[2] !== listId,
      })
      // Still on screen for a moment: asking for it again could only fail.
      void queryClient.invalidateQueries({ queryKey: listQuery(listId).queryKey, refetchType: 'none' })
      // The notifications about it are gone too.
      void queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
  })

/** Gives the address of the uploaded cover. */
export async function uploadCover(image: File): Promise<string> {
  const { url } = await call(uploadListCover, { files: { image } })
  return url
}

interface ListChange {
  changes: BodyOf<typeof updateList>
  title: string
  /** What its form holds. */
  draft: FormDraft
}

export const updateListMutation = (queryClient: QueryClient, listId: string) =>
  mutationOptions({
    mutationKey: ['lists', 'change', listId],
    mutationFn: ({ changes, title, draft }: ListChange) =>
      callPageOrKeep(
        updateList,
        { params: { listId }, query: { limit: firstWindow }, body: changes },
        { kind: 'editList', target: `list:${listId}`, about: title, path: paths.editList(listId), draft },
      ),
    onSuccess: async (page) => {
      const { answer: list } = page
      const { title, description, coverImage, posters, filmsCount, isPrivate, isRanked } = list
      const card = { title, description, coverImage, posters, filmsCount, isPrivate, isRanked }
      patchEntity(queryClient, listId, card)
      // Which lists hold it, and in which place, may be others now.
      void queryClient.invalidateQueries({
        queryKey: ['lists'],
        predicate: (query) => query.queryKey[2] !== listId,
      })
      void queryClient.invalidateQueries({ queryKey: ['logs', 'member', list.user._id] })
      void queryClient.invalidateQueries({
        queryKey: wholeListQuery(listId).queryKey,
        refetchType: 'none',
      })
      const { queryKey } = listQuery(listId)
      const windows = queryClient.getQueryData(queryKey)?.pages.length ?? 0
      // As many as were there: the page of the list goes back to its place among them.
      if (windows > 1) await queryClient.refetchQueries({ queryKey, exact: true })
      else queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] })
    },
  })

export type OwnList = AnswerOf<typeof listMyLists>[number]

/** A film as it travels to the picker, in the state of a navigation. */
export interface FilmOfList {
  id: number
  title: string
  poster: string | null
}

/** The viewer's own lists, each telling whether it has the film. */
export const listsForFilmQuery = (filmId: number) =>
  pagedQuery({
    queryKey: ['lists', 'mine', 'film', filmId],
    limit: 48,
    load: (page, signal) => callPage(listMyLists, { query: { ...page, film: filmId }, signal }),
  })

/** That a film is to be in a list, as the outbox calls it. */
export const addingOf = (listId: string, filmId: number) => `list:${listId}:${filmId}`

export const addToListMutation = (queryClient: QueryClient, film: FilmOfList, listId: string) =>
  mutationOptions({
    mutationKey: ['lists', 'add', listId, film.id],
    retry: false,
    mutationFn: () =>
      callOrKeep(
        addToList,
        { params: { listId }, query: fewestFilms, body: { ...film } },
        { kind: 'addToList', target: addingOf(listId, film.id), about: film.title, path: paths.list(listId) },
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['films', film.id] })
      return queryClient.invalidateQueries({ queryKey: ['lists'] })
    },
    onError: (error) => {
      if (isThereAlready(error)) void queryClient.invalidateQueries({ queryKey: ['lists'] })
    },
  })

/** A list has the film by now: by another device, or by a call whose answer was lost. */
export const isThereAlready = (error: unknown) => error instanceof ApiError && error.status === 409

interface Clone {
  listId: string
  /** Kept by every retry, so that no second list comes of it. */
  idempotencyKey: string
}

/** Makes a list of one's own of the films of another. */
export const cloneListMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['lists', 'clone'],
    retry: false,
    mutationFn: ({ listId, idempotencyKey }: Clone) =>
      call(cloneList, {
        params: { listId },
        query: fewestFilms,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lists'] }),
  })

/** Changes who edits a list, and shows it as it is then. */
const editing = <Given>(
  queryClient: QueryClient,
  listId: string,
  name: string,
  send: (given: Given) => Promise<unknown>,
) =>
  mutationOptions({
    mutationKey: ['lists', 'editors', listId, name],
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['lists'] }),
  })

export const inviteEditorMutation = (queryClient: QueryClient, listId: string) =>
  editing(queryClient, listId, 'invite', (memberId: string) =>
    call(inviteEditor, { params: { listId, memberId } }),
  )

/** With one's own id it leaves the list, or declines the invitation. */
export const removeEditorMutation = (queryClient: QueryClient, listId: string) =>
  editing(queryClient, listId, 'remove', (memberId: string) =>
    call(removeEditor, { params: { listId, memberId } }),
  )

export const acceptEditingMutation = (queryClient: QueryClient, listId: string) =>
  editing(queryClient, listId, 'accept', () => call(acceptEditing, { params: { listId } }))

interface NewList {
  list: BodyOf<typeof createList>
  /** UUID; the same one on every try of the same list. */
  idempotencyKey: string
  /** What its form holds, where it has one. */
  draft?: FormDraft
}

export const createListMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['lists', 'create'],
    retry: false,
    mutationFn: ({ list, idempotencyKey, draft }: NewList) =>
      callOrKeep(
        createList,
        { query: fewestFilms, body: list, headers: { 'Idempotency-Key': idempotencyKey } },
        {
          kind: 'newList',
          target: null,
          about: list.title,
          path: paths.createList(),
          ...(draft && { draft }),
        },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lists'] }),
  })
