import sharp from 'sharp'
import { film } from './film-ids.ts'

/** A member of the conversation's small community. */
interface Session {
  id: string
  token: string
}

/** One call of the product's API; a refused one is an error. */
export async function call<T>(
  url: string,
  path: string,
  { method = 'POST', as, body }: { method?: string; as?: { token: string }; body?: object } = {},
): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

export async function signUp(url: string, username: string): Promise<Session> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'avatar.png')
  const { secure_url: avatar } = await call<{ secure_url: string }>(url, '/api/upload/signup-avatar', {
    body: form,
  })
  const body = { username, email: `${username}@example.org`, password: 'quiet harbour 7', avatar }
  const { token, user } = await call<{ token: string; user: { _id: string } }>(url, '/api/auth/register', {
    body,
  })
  return { id: user._id, token }
}

function log(url: string, as: Session, movieId: number, rating: number, watchedAt: string, review = '') {
  const form = new FormData()
  for (const [name, value] of Object.entries({ movieId, rating, watchedAt, review }))
    form.set(name, String(value))
  return call(url, '/api/logs/full', { as, body: form })
}

/**
 * The member who asks, with a diary, a watchlist and two friends, and a stranger whose secrets no answer may tell.
 * The days are so that "this year", "last month" and "last year" mean something on any day.
 */
export async function settle(url: string, now: Date): Promise<Session> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  const today = iso(now.getTime())
  const lastMonth = iso(Date.UTC(year, month - 1, 15))
  const lastYear = `${year - 1}-01-20`
  const longAgo = `${year - 3}-06-15`

  const nadia = await signUp(url, 'nadia')
  const [omar, lea, zoe] = [await signUp(url, 'omar'), await signUp(url, 'lea'), await signUp(url, 'zoe')]
  for (const friend of [omar, lea])
    await call(url, `/api/users/${nadia.id}/follow/${friend.id}`, { as: nadia })

  await log(url, nadia, film.titanic, 3, longAgo)
  await log(url, nadia, film.saw, 0.5, longAgo)
  await log(url, nadia, film.inception, 4.5, lastYear, 'A dream to see again.')
  await log(url, nadia, film.laLaLand, 3.5, lastYear)
  await log(url, nadia, film.whiplash, 4.5, lastMonth)
  await log(url, nadia, film.getOut, 4, lastMonth)
  await log(url, nadia, film.joker, 2, today)
  await log(url, nadia, film.parasite, 5, today, 'Stairs have never been so frightening.')

  const { spiritedAway, godfather, alien, toyStory, amelie, wadjda } = film
  for (const movieId of [spiritedAway, godfather, alien, toyStory, amelie, wadjda])
    await call(url, '/api/watchlist/toggle', { as: nadia, body: { movieId } })

  await log(url, omar, film.dune2021, 5, today)
  await log(url, omar, film.barbie, 4.5, today, 'Pink and clever.')
  await log(url, lea, film.barbie, 4, today)
  await log(url, lea, film.pastLives, 5, today)
  await log(url, lea, film.joker, 1, today)
  await log(url, zoe, film.cairoStation, 5, today, 'The stranger’s secret.')
  await call(url, '/api/watchlist/toggle', { as: zoe, body: { movieId: film.oldboy, isPrivate: true } })
  await call(url, '/api/lists', {
    as: nadia,
    body: { title: 'Noir', description: '', movies: [{ id: film.godfather }] },
  })
  return nadia
}
