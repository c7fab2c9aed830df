import { useSyncExternalStore } from 'react'
import { v4 as uuid } from 'uuid'
import type { AnswerOf, AnyEndpoint } from '#shared/api/endpoint.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { ApiError, call, callPage, type CallOptions, type Page, type Parts, type Rest } from './api.ts'

/** What may wait for a network. */
export type ChangeKind =
  | 'log'
  | 'editLog'
  | 'comment'
  | 'listComment'
  | 'likeLog'
  | 'likeComment'
  | 'likeListComment'
  | 'likeList'
  | 'watchlist'
  | 'newList'
  | 'editList'
  | 'addToList'

/** A change, beside its call. */
export interface Change {
  kind: ChangeKind
  /**
   * Names the thing that it changes: of two changes with the same target only the later one is sent. Null where all are
   * sent.
   */
  target: string | null
  /** For toggles: whether it is to be on. */
  wanted?: boolean
  /** What it is about, as the member knows it; empty where only the kind is known. */
  about: string
  /** The screen that shows what comes of it. */
  path: string
  /** For forms: the draft with which the form opens again. */
  draft?: FormDraft
}

/** What a form holds, by the key of its draft: fields in the local storage, lists in a database. */
export interface FormDraft {
  of: 'fields' | 'lists'
  key: string
  held: unknown
}

export interface WaitingChange extends Change {
  /** Also the idempotency key of its call. */
  id: string
  call: Pick<Parts, 'params' | 'query' | 'body' | 'files'>
  /** Milliseconds since 1970; the order in which changes are sent. */
  madeAt: number
  tries: number
  /** Why the server refused it; it waits for the member then. */
  refusal: { code: ErrorCode; text: string; retryAfter: number | null } | null
}

/** Thrown for a call that is kept to be sent later. Code that does not know it sees a call without an answer. */
export class KeptForLater extends ApiError {
  constructor() {
    super(0, 'offline', '')
    this.name = 'KeptForLater'
  }
}

/** The database of a member's changes; it outlives a session that ended by itself, and goes with the logout. */
export const outboxOf = (memberId: string) => `scene-outbox-${memberId}`

export interface Outbox {
  /** What waits, the oldest first. */
  waiting: readonly WaitingChange[]
  /** What has been sent since the last time that something began to be, the oldest first. */
  sent: readonly WaitingChange[]
  isSending: boolean
  /** Adds a change, instead of a waiting one with the same target; false where it could not be stored. */
  keep: (change: WaitingChange) => Promise<boolean>
  sendNow: () => void
  /** Sends a refused change once more, with a new idempotency key. */
  sendAsNew: (change: WaitingChange) => Promise<void>
  discard: (change: WaitingChange) => Promise<void>
}

const none: readonly WaitingChange[] = []
/** Undefined until it is known whether this browser can have one. */
let outbox: Outbox | null | undefined
const listeners = new Set<() => void>()

/** Called by the outbox whenever its changes differ; null where nothing can be stored, and after the logout. */
export function setOutbox(next: Outbox | null): void {
  outbox = next
  for (const listener of listeners) listener()
}

export const waitingChanges = (): readonly WaitingChange[] => outbox?.waiting ?? none

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOutbox = () => useSyncExternalStore(subscribe, () => outbox ?? null)

/** The signed-in member's changes that wait for a network, the oldest first. */
export const useWaitingChanges = () => useSyncExternalStore(subscribe, waitingChanges)

/** The waiting change of a target, such as a like, if there is one. */
export function useWaitingWish(target: string): WaitingChange | undefined {
  return useWaitingChanges().find((change) => change.target === target)
}

/**
 * How long, in milliseconds, a change without a network waits for the outbox, whose code loads after the first screen.
 */
const openingMs = 3000

function openedOutbox(): Promise<Outbox | null> {
  return new Promise((resolve) => {
    const stop = subscribe(done)
    const timer = setTimeout(done, openingMs)
    function done() {
      clearTimeout(timer)
      stop()
      resolve(outbox ?? null)
    }
  })
}

async function orKeep<Answer>(
  { params, query, body, files, headers }: Parts,
  change: Change,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const id = headers?.['Idempotency-Key'] ?? uuid()
  const parts = {
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(files && { files }),
  }
  const keep = async () => {
    const opened = outbox === undefined ? await openedOutbox() : outbox
    const waiting = { ...change, id, call: parts, madeAt: Date.now(), tries: 0, refusal: null }
    return opened !== null && opened.keep(waiting)
  }
  const isEarlierWaiting =
    change.target !== null && waitingChanges().some(({ target }) => target === change.target)
  if (isEarlierWaiting && (await keep())) throw new KeptForLater()
  try {
    return await send()
  } catch (error) {
    // With a network but no server it is a failure like any other: the form keeps what was typed.
    const isMissed = error instanceof ApiError && error.status === 0 && !navigator.onLine
    if (isMissed && (await keep())) throw new KeptForLater()
    throw error
  }
}

/**
 * Reaches a wanted state by a call that toggles. If the answer tells the opposite state, another device, or an earlier call
 * whose answer was lost, had reached it already; then the call is made once more.
 */
export async function turnTo<Answer>(
  wanted: boolean,
  ask: () => Promise<Answer>,
  isOn: (answer: Answer) => boolean,
): Promise<Answer> {
  const answer = await ask()
  return isOn(answer) === wanted ? answer : ask()
}

/** Changes are sent with `keepalive`, since members often leave a page right after a tap. */
const keptAlive = <E extends AnyEndpoint>(options: CallOptions<E>) =>
  [{ ...options, keepalive: true }] as unknown as Rest<E>

/**
 * Like `call`; without a network it keeps the change, to be sent later under the same idempotency key, and throws
 * `KeptForLater`.
 */
export const callOrKeep = <E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
  change: Change,
): Promise<AnswerOf<E>> => orKeep(options as Parts, change, () => call(endpoint, ...keptAlive<E>(options)))

/** Like `callOrKeep`, of a page. */
export const callPageOrKeep = <E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
  change: Change,
): Promise<Page<AnswerOf<E>>> =>
  orKeep(options as Parts, change, () => callPage(endpoint, ...keptAlive<E>(options)))
