import { useMemo, useSyncExternalStore } from 'react'
import type { login } from '#shared/api/accounts.ts'
import type { Role } from '#shared/api/members.ts'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { storedChanges, storeIfRoom } from './storage.ts'
import { defaultSpoilers, spoilerChoices, type SpoilerChoice } from '#shared/spoiler-choice.ts'

/** Keys of the local storage; those of the password reset are in features/accounts/guest/code-flow.ts. */
const keys = {
  user: 'user',
  token: 'token',
  /** The member whose things stay on this device after a session ended on its own. */
  lastMember: 'lastMember',
} as const

/** Keys that belong to the device (theme, language), not to the member. */
const devicePrefix = 'scene.'

const changed = 'scene:session'
const ended = 'scene:session-ended'

export type SessionAnswer = AnswerOf<typeof login>

/** The signed-in member as stored under `user`; the server's answer on the profile carries the rest. */
export interface SessionUser {
  _id: string
  username: string
  name: string | null
  email: string
  emailVerified: boolean
  avatar: string | null
  role: Role
  spoilers: SpoilerChoice
}

export interface Session {
  user: SessionUser
  token: string
}

function textOf(record: object, key: string): string | null {
  const value: unknown = (record as Record<string, unknown>)[key]
  return typeof value === 'string' && value !== '' ? value : null
}

const roleOf = (text: string | null): Role => (text === 'operator' || text === 'moderator' ? text : 'member')

const spoilersOf = (text: string | null): SpoilerChoice =>
  spoilerChoices.find((choice) => choice === text) ?? defaultSpoilers

/** Null for whatever is not a stored user with an id, which leads to /login. */
function parseSession(stored: string | null, token: string | null): Session | null {
  if (!stored || !token) return null
  try {
    const record: unknown = JSON.parse(stored)
    if (typeof record !== 'object' || record === null) return null
    const _id = textOf(record, '_id') ?? textOf(record, 'id')
    if (_id === null) return null
    const user = {
      _id,
      username: textOf(record, 'username') ?? textOf(record, 'name') ?? '',
      name: textOf(record, 'name'),
      email: textOf(record, 'email') ?? '',
      emailVerified: (record as { emailVerified?: unknown }).emailVerified === true,
      avatar: textOf(record, 'avatar'),
      role: roleOf(textOf(record, 'role')),
      spoilers: spoilersOf(textOf(record, 'spoilers')),
    }
    return { user, token }
  } catch {
    return null
  }
}

export function getToken(): string | null {
  return localStorage.getItem(keys.token)
}

/** Null when nobody is signed in, and when the stored record is not valid. */
export function getSession(): Session | null {
  return parseSession(localStorage.getItem(keys.user), getToken())
}

/** Where React Router keeps how far screens were scrolled, by their addresses: with what was searched for. */
const scrollPositions = 'react-router-scroll-positions'

/**
 * Forgets all that was stored for the member, also by features. The router writes what it knows once more as the page goes, so
 * that is forgotten then, after it.
 */
function wipe(): void {
  window.addEventListener('pagehide', () => sessionStorage.removeItem(scrollPositions), { once: true })
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(devicePrefix)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
}

/** Characters; no stored session is longer. */
const sessionLength = 4096

/** Call before creating an account, which would exist without its session. @throws where the storage has no room for one */
export function requireSessionRoom(): void {
  // The next session makes room: it wipes what the last member left.
  if (localStorage.getItem(keys.lastMember) !== null) return
  const key = `${devicePrefix}room`
  localStorage.setItem(key, ' '.repeat(sessionLength))
  localStorage.removeItem(key)
}

export function setSession({ user, token }: SessionAnswer): void {
  const last = localStorage.getItem(keys.lastMember)
  if (last !== null && last !== user._id) wipe()
  localStorage.removeItem(keys.lastMember)
  // The longer one first: where the storage has no room for it, no token stays either.
  localStorage.setItem(keys.user, JSON.stringify({ ...user, token }))
  localStorage.setItem(keys.token, token)
  window.dispatchEvent(new Event(changed))
}

/**
 * Changes the stored record after the member changed the profile; without a session it does nothing. Where the storage
 * has no room for it the record stays as it was: the change itself is done.
 */
export function updateSessionUser(patch: Partial<SessionUser>): void {
  if (!getSession()) return
  const record: unknown = JSON.parse(localStorage.getItem(keys.user) ?? '{}')
  storeIfRoom(localStorage, keys.user, JSON.stringify({ ...(record as object), ...patch }))
  window.dispatchEvent(new Event(changed))
}

/**
 * Logged out: forgets the member on this device, with everything that was stored for that member. To be
 * followed by a full page load, so that nothing of the member stays in memory either.
 */
export function clearSession(): void {
  wipe()
}

/**
 * Takes the session away from a stored record that is damaged or no longer known. Drafts and the like stay
 * for the same member's next login; another member's login wipes them.
 */
export function dropSession(): void {
  const session = getSession()
  if (session) localStorage.setItem(keys.lastMember, session.user._id)
  localStorage.removeItem(keys.user)
  localStorage.removeItem(keys.token)
}

/** The server no longer knows the session: drops it and notifies the app, which goes to /login. */
export function endSession(): void {
  dropSession()
  window.dispatchEvent(new Event(ended))
}

/** Calls back when the session ended on its own, or was ended or replaced in another tab. */
export function onSessionLost(callback: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.storageArea === localStorage && (event.key === null || event.key === keys.token)) callback()
  }
  window.addEventListener(ended, callback)
  window.addEventListener('storage', elsewhere)
  return () => {
    window.removeEventListener(ended, callback)
    window.removeEventListener('storage', elsewhere)
  }
}

const subscribe = storedChanges(changed)

/** The current session; renders again when it changes, in this tab or in another one. */
export function useSession(): Session | null {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keys.user))
  const token = useSyncExternalStore(subscribe, getToken)
  return useMemo(() => parseSession(stored, token), [stored, token])
}

/** The signed-in member; null for the moment in which a session ends. */
export function useMember(): SessionUser | null {
  return useSession()?.user ?? null
}
