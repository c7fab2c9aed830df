import type { QueryClient } from '@tanstack/react-query'
import { v4 as uuid } from 'uuid'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { addToList, createList, getList, toggleListLike, updateList } from '#shared/api/lists.ts'
import { createLog, getLog, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import {
  createListReply,
  createReply,
  listListReplies,
  listReplies,
  toggleListReplyLike,
  toggleReplyLike,
  type Reply,
} from '#shared/api/replies.ts'
import { getWatchlistStatus, toggleWatchlist } from '#shared/api/shelves.ts'
import { ApiError, call, callPage, read, send, type Page, type Parts } from '#web/lib/api.ts'
import { readDraft, saveDraft } from '#web/lib/drafts/draft-store.ts'
import {
  outboxOf,
  setOutbox,
  turnTo,
  type ChangeKind,
  type FormDraft,
  type WaitingChange,
} from '#web/lib/outbox.ts'
import { getSession } from '#web/lib/session.ts'
import { committed } from '#web/lib/indexed-db.ts'
import { allIn, openChanges, store } from './waiting-changes.ts'

const endpoints: Record<ChangeKind, AnyEndpoint> = {
  log: createLog,
  editLog: updateLog,
  comment: createReply,
  listComment: createListReply,
  likeLog: toggleLogLike,
  likeComment: toggleReplyLike,
  likeListComment: toggleListReplyLike,
  likeList: toggleListLike,
  watchlist: toggleWatchlist,
  newList: createList,
  editList: updateList,
  addToList,
}

type State = (id: (name: string) => string, body: NonNullable<Parts['body']>) => Promise<boolean | undefined>

/** Whether what a toggle turns on or off is on; undefined of what is not there. */
const states: Partial<Record<ChangeKind, State>> = {
  likeLog: async (id) =>
    (await call(getLog, { params: { logId: id('logId') }, query: { replies: 0 } })).likedByMe,
  likeComment: (id) =>
    isReplyLiked(id('replyId'), (query) => callPage(listReplies, { params: { logId: id('logId') }, query })),
  likeListComment: (id) =>
    isReplyLiked(id('replyId'), (query) =>
      callPage(listListReplies, { params: { listId: id('listId') }, query }),
    ),
  likeList: async (id) =>
    (await call(getList, { params: { listId: id('listId') }, query: { limit: 1 } })).likedByMe,
  watchlist: async (_, body) =>
    (await call(getWatchlistStatus, { params: { movieId: Number(body['movieId']) } })).inWatchlist,
}

const isOnNow = ({ kind, call: { params = {}, body = {} } }: WaitingChange) =>
  states[kind]?.((name) => String(params[name]), body)

/** A comment is found by reading its thread. */
async function isReplyLiked(
  replyId: string,
  load: (query: { limit: number; cursor?: string }) => Promise<Page<Reply[]>>,
): Promise<boolean | undefined> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { answer, next } = await load({ limit: 100, ...(cursor && { cursor }) })
    const reply = answer.find(({ _id }) => _id === replyId)
    if (reply) return reply.likedByMe
    cursor = next
  }
  return undefined
}

/** What the answer of a toggle says that it is now. */
const isOn = (answer: unknown): boolean => {
  const { liked, inWatchlist } = answer as { liked?: boolean; inWatchlist?: boolean }
  return liked ?? inWatchlist ?? false
}

/** Refusals that say that it is done already. */
const isDone = ({ kind }: WaitingChange, { status }: ApiError) => kind === 'addToList' && status === 409

/** Null where there is none, or none that can be read. */
function readFieldsDraft(key: string): unknown {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { draft?: unknown }).draft
  } catch {
    return null
  }
}

/** What is in the place of a draft now. */
const keptDraft = ({ of, key }: FormDraft): unknown =>
  of === 'lists' ? readDraft('lists', key) : readFieldsDraft(key)

const textOf = (content: unknown) =>
  JSON.stringify(content, (_, part: unknown) =>
    part instanceof File ? [part.name, part.size, part.lastModified] : part,
  )

/** A new try of sending is no other content. */
const isSameDraft = (one: unknown, other: unknown) =>
  textOf({ ...(one as object | null), attempt: null }) ===
  textOf({ ...(other as object | null), attempt: null })

/** Whether something else was written where the draft of a change was, with its picture if there is one. */
export async function isWrittenSince(draft: FormDraft, image: Blob | null): Promise<boolean> {
  const [kept, picture] = await Promise.all([keptDraft(draft), readDraft('pictures', draft.key)])
  const isOther = (kept ?? null) !== null && !isSameDraft(kept, draft.held)
  return isOther || (picture instanceof File && textOf(picture) !== textOf(image))
}

/** Erases the draft with which an edit that waits opens, unless something else was written there since. */
async function forgetDraft(draft: FormDraft): Promise<void> {
  const { key, held } = draft
  if (!isSameDraft(await keptDraft(draft), held)) return
  localStorage.removeItem(key)
  await saveDraft('lists', key, null)
  await saveDraft('pictures', key, null)
}

/** Milliseconds until the next try, after `tries` that did not reach the server. */
const pause = (tries: number) => Math.min(5 * 60_000, 2_000 * 2 ** tries)

/**
 * Keeps the changes of a member that find no network, and sends each once, in the order in which they were made: at the
 * start, when the network is back, when the page is looked at, after a call that succeeded, and after a while. Only one
 * tab sends at a time. Refused changes wait for the member. `onSent` is called when all that could be sent was sent.
 * Gives the function that ends it.
 */
export function openOutbox(queryClient: QueryClient, memberId: string, onSent: () => void): () => void {
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const opened = openChanges(memberId)

  const within = async <T>(mode: IDBTransactionMode, work: (changes: IDBObjectStore) => IDBRequest<T>) => {
    const database = await opened
    if (ended) throw new Error('the outbox is closed')
    return committed(work(database.transaction(store, mode).objectStore(store)))
  }

  let isSending = false
  let waiting: readonly WaitingChange[] = []
  let sent: readonly WaitingChange[] = []
  const tell = () => {
    if (!ended) setOutbox({ waiting, sent, isSending, keep, sendNow: drain, sendAsNew, discard })
  }
  /** Reads what waits, which other tabs change too. */
  const show = async () => {
    waiting = await within('readonly', allIn)
    tell()
  }
  const put = (change: WaitingChange) => within('readwrite', (changes) => changes.put(change))
  const isKept = async ({ id }: WaitingChange) =>
    (await within('readonly', (changes) => changes.count(id))) > 0
  /** Says how a try went, unless a later wish has taken its place meanwhile. */
  const note = async (change: WaitingChange) => {
    if (await isKept(change)) await put(change)
  }
  const remove = ({ id }: WaitingChange) => within('readwrite', (changes) => changes.delete(id))

  async function keep(change: WaitingChange): Promise<boolean> {
    if (ended || getSession()?.user._id !== memberId) return false
    try {
      await put(change)
      for (const other of waiting)
        if (change.target !== null && other.target === change.target && other.id !== change.id)
          await remove(other)
      await show()
      // Asks the browser not to clear the storage when room is short.
      void navigator.storage?.persist?.()
      foundNone = true
      again(navigator.onLine ? 0 : pause(0))
      return true
    } catch {
      return false
    }
  }

  async function sendAsNew(change: WaitingChange): Promise<void> {
    await put({ ...change, id: uuid(), tries: 0, refusal: null })
    await remove(change)
    await show()
    drain()
  }

  async function discard(change: WaitingChange): Promise<void> {
    await remove(change)
    await show()
  }

  const again = (ms: number) => {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(drain, ms)
  }

  /** Sends one, and answers whether it was taken; throws where all have to wait. */
  async function sendOne(change: WaitingChange): Promise<boolean> {
    const endpoint = endpoints[change.kind]
    const parts: Parts = { ...change.call, headers: { 'Idempotency-Key': change.id } }
    const ask = async () => read(await send(endpoint, parts), parts)
    try {
      if (change.wanted === undefined) await ask()
      // It may be as wanted already: sent again the call would take that back for a moment, which others would see.
      else if ((await isOnNow(change)) !== change.wanted) await turnTo(change.wanted, ask, isOn)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const waits = error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 401
      if (waits || error.code === 'offline') throw error
      if (!isDone(change, error)) {
        const { code, message: text, retryAfter } = error
        await note({ ...change, tries: change.tries + 1, refusal: { code, text, retryAfter } })
        return false
      }
    }
    await remove(change)
    if (change.draft) await forgetDraft(change.draft)
    return true
  }

  let isDraining = false
  /** The last try, or what came since, found no network. */
  let foundNone = false
  async function drainAll(): Promise<void> {
    let tried = 0
    try {
      await show()
      for (;;) {
        const next = waiting.find(({ refusal }) => refusal === null)
        if (!next || ended || getSession()?.user._id !== memberId) break
        // Sent or discarded in another tab.
        if (!(await isKept(next))) {
          await show()
          continue
        }
        if (!isSending) sent = []
        isSending = true
        tell()
        try {
          if (await sendOne(next)) sent = [...sent, next]
          foundNone = false
          tried += 1
          waiting = waiting.filter(({ id }) => id !== next.id)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          foundNone = error.status === 0
          await note({ ...next, tries: next.tries + 1 })
          // A session that ended: until the next login.
          if (error.status !== 401)
            again(error.retryAfter === null ? pause(next.tries) : error.retryAfter * 1000)
          break
        }
      }
    } finally {
      isSending = false
      if (!ended) await show()
      // What was sent may show anywhere.
      if (tried > 0) void queryClient.invalidateQueries()
      if (tried > 0 && waiting.length === 0) onSent()
    }
  }

  async function drainOnce(): Promise<void> {
    if (isDraining || ended || !navigator.onLine) return
    isDraining = true
    clearTimeout(timer)
    try {
      if ('locks' in navigator)
        await navigator.locks.request(outboxOf(memberId), { ifAvailable: true }, async (lock) => {
          if (lock) await drainAll()
          else again(pause(1))
        })
      else await drainAll()
    } finally {
      isDraining = false
    }
  }
  function drain(): void {
    void drainOnce().catch(() => undefined)
  }

  const begin = async () => {
    const database = await opened
    // The member logs out in another tab: its deletion must not wait for this one.
    database.addEventListener('versionchange', end)
    await show()
    drain()
  }

  const look = () => {
    if (document.visibilityState === 'visible') void show().then(drain, () => undefined)
  }
  const stopListening = new AbortController()
  const { signal } = stopListening
  window.addEventListener('online', drain, { signal })
  window.addEventListener('focus', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  const stopHearing = queryClient.getQueryCache().subscribe((event) => {
    const isAnswer =
      event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true
    if (isAnswer && foundNone && waiting.length > 0) drain()
  })

  function end() {
    if (ended) return
    ended = true
    clearTimeout(timer)
    stopListening.abort()
    stopHearing()
    setOutbox(null)
    void opened.then((database) => database.close()).catch(() => undefined)
  }

  // Refused in private windows: changes fail without a network, as they always did.
  void begin().catch(() => {
    if (!ended) setOutbox(null)
  })

  return end
}
