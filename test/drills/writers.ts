import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { createLog, getLog } from '#shared/api/logs.ts'

/** Numbers of films that the built-in catalogue has. */
const films = [496243, 27205, 157336, 244786, 329865, 376867]

const pauseMs = 100
const answerMs = 20_000

interface Account {
  id: string
  token: string
}

/** What members did, by what tells it from everything else, as soon as it was acknowledged. */
export interface Deeds {
  /** Review, its author and whether it has a picture. */
  logs: Map<string, { id: string; by: string; hasPicture: boolean }>
  /** Text, and whose log it is about. */
  replies: Map<string, { by: string; of: string }>
  lists: Set<string>
  /** `<log> <member>` */
  likes: Set<string>
}

export interface Tally {
  acknowledged: number
  /** Tries that ended without an answer, or with one that says to come again. */
  unanswered: number
}

/** A server that comes and goes. */
export interface Crowd {
  /** Where it is now. */
  url: string
  deeds: Deeds
  tally: Tally
  /** What was refused: nothing here should be. */
  refused: string[]
}

class Refused extends Error {}

export const newCrowd = (): Crowd => ({
  url: '',
  deeds: { logs: new Map(), replies: new Map(), lists: new Set(), likes: new Set() },
  tally: { acknowledged: 0, unanswered: 0 },
  refused: [],
})

let drawn: Promise<Buffer> | undefined
const picture = () =>
  (drawn ??= sharp({ create: { width: 64, height: 48, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer())

/**
 * Sends until it is answered for good, as the client does: the same call under the same key.
 */
async function send(crowd: Crowd, path: string, init: () => RequestInit): Promise<unknown> {
  for (;;) {
    const answer = await attempt(crowd, path, init())
    if (answer) return answer.data
    crowd.tally.unanswered += 1
    await sleep(pauseMs)
  }
}

/** Null where the call may have been done, or not. */
async function attempt(crowd: Crowd, path: string, init: RequestInit): Promise<{ data: unknown } | null> {
  let status: number
  let text: string
  try {
    const response = await fetch(`${crowd.url}${path}`, { ...init, signal: AbortSignal.timeout(answerMs) })
    status = response.status
    text = await response.text()
  } catch {
    return null
  }
  if (status >= 500) return null
  if (status !== 200) throw new Refused(`${init.method} ${path} answered ${status}: ${text}`)
  return { data: JSON.parse(text) }
}

export async function signUp(crowd: Crowd): Promise<Account> {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'a.png')
  const avatar = (await send(crowd, '/api/upload/signup-avatar', () => ({ method: 'POST', body: form }))) as {
    secure_url: string
  }
  const username = `w_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const body = {
    username,
    email: `${username}@example.org`,
    password: 'pass1234',
    avatar: avatar.secure_url,
  }
  const { token, user } = (await send(crowd, '/api/auth/register', () => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))) as { token: string; user: { _id: string } }
  return { id: user._id, token }
}

const oneOf = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(Math.random() * choices.length)]

/** Writes one thing after another until it is told to stop; each is acknowledged before the next. */
export async function writeUntil(crowd: Crowd, as: Account, isOver: () => boolean): Promise<void> {
  // Each answers whether there was anything to do.
  const acts = [log, reply, like, list]
  for (let turn = 0; !isOver(); turn++)
    try {
      if (await acts[turn % acts.length]?.(crowd, as)) crowd.tally.acknowledged += 1
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      crowd.refused.push(error.message)
    }
}

function request({ token }: Account, key: string, body: FormData | object): RequestInit {
  const isForm = body instanceof FormData
  return {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  }
}

async function log(crowd: Crowd, as: Account): Promise<boolean> {
  const [key, review] = [randomUUID(), `Seen ${randomUUID()}`]
  const hasPicture = Math.random() < 0.25
  const form = new FormData()
  form.set('movieId', String(oneOf(films)))
  form.set('review', review)
  form.set('rating', String(1 + Math.floor(Math.random() * 5)))
  if (hasPicture)
    form.set('image', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'a.png')
  const { _id } = (await send(crowd, '/api/logs/full', () => request(as, key, form))) as AnswerOf<
    typeof createLog
  >
  crowd.deeds.logs.set(review, { id: _id, by: as.id, hasPicture })
  return true
}

async function reply(crowd: Crowd, as: Account): Promise<boolean> {
  const about = oneOf([...crowd.deeds.logs.values()].filter(({ by }) => by !== as.id))
  if (!about) return false
  const [key, text] = [randomUUID(), `Said ${randomUUID()}`]
  await send(crowd, `/api/logs/${about.id}/reply`, () => request(as, key, { text }))
  crowd.deeds.replies.set(text, { by: as.id, of: about.by })
  return true
}

/** A tap without an answer is looked after before it is repeated, which would take it back. */
async function like(crowd: Crowd, as: Account): Promise<boolean> {
  const about = oneOf(
    [...crowd.deeds.logs.values()].filter(
      ({ id, by }) => by !== as.id && !crowd.deeds.likes.has(`${id} ${as.id}`),
    ),
  )
  if (!about) return false
  const headers = { authorization: `Bearer ${as.token}` }
  const path = `/api/logs/${about.id}`
  for (;;) {
    const tapped = await attempt(crowd, `${path}/like`, { method: 'POST', headers })
    if (tapped) break
    crowd.tally.unanswered += 1
    await sleep(pauseMs)
    const seen = (await send(crowd, path, () => ({ method: 'GET', headers }))) as AnswerOf<typeof getLog>
    if (seen.likedByMe) break
  }
  crowd.deeds.likes.add(`${about.id} ${as.id}`)
  return true
}

async function list(crowd: Crowd, as: Account): Promise<boolean> {
  const [key, title] = [randomUUID(), `List ${randomUUID()}`]
  const movies = films.slice(0, 1 + Math.floor(Math.random() * films.length)).map((id) => ({ id }))
  await send(crowd, '/api/lists', () => request(as, key, { title, movies }))
  crowd.deeds.lists.add(title)
  return true
}
