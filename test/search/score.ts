import { loadStore, type Store } from '#built-in/catalogue/store/store.ts'
import { call } from '#test/assistant/members.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import type { Db } from '#server/db/database.ts'
import named from './members.json' with { type: 'json' }
import queries from './queries.json' with { type: 'json' }

/** How many first finds may be wrong: the recorded score, docs/search.md. */
export const maxWrong = 0

type Language = keyof typeof queries

interface Scored {
  language: Language
  kind: 'films' | 'people' | 'members'
  query: string
  /** What must come first: a film as "Title (year)", a person by name, a member by username. */
  wanted: string
  /** What did; null when nothing was found. */
  first: string | null
}

export const isRight = ({ wanted, first }: Scored) => wanted === first

interface Answer<Found> {
  results: Found[]
}

/** Adds the members whom the queries for members mean. */
export async function addNamedMembers(db: Db): Promise<void> {
  for (const [username, name] of Object.entries(named.members)) {
    const email = `${username}@example.org`
    await createMember(
      db,
      { username, name, email, passwordHash: null, avatar: null, locale: 'en' },
      new Date(),
    )
  }
}

/**
 * Asks every query as a member whose token is `as`, at `url`, whose server has the built-in catalogue and, besides the
 * one who asks, the named members.
 */
export async function scoreSearch(url: string, as: { token: string }): Promise<Scored[]> {
  const store = await loadStore()
  const ask = async <Found>(path: string) =>
    (await call<Answer<Found>>(url, path, { method: 'GET', as })).results[0]
  const scored: Scored[] = []
  for (const [language, { films, people }] of Object.entries(queries) as [
    Language,
    (typeof queries)[Language],
  ][]) {
    for (const [query, wanted] of Object.entries(films)) {
      const film = await ask<{ title: string; release_date: string }>(
        `/api/movies/search?q=${encodeURIComponent(query)}`,
      )
      const first = film ? `${film.title} (${film.release_date.slice(0, 4)})` : null
      scored.push({ language, kind: 'films', query, wanted, first })
    }
    for (const [query, wanted] of Object.entries(people)) {
      const role = directs(store, wanted) ? 'director' : 'actor'
      const person = await ask<{ name: string }>(
        `/api/people/search?q=${encodeURIComponent(query)}&role=${role}`,
      )
      scored.push({ language, kind: 'people', query, wanted, first: person?.name ?? null })
    }
    for (const [query, wanted] of Object.entries(named.queries[language])) {
      const path = `/api/users?query=${encodeURIComponent(query)}`
      const [member] = await call<{ username: string }[]>(url, path, { method: 'GET', as })
      scored.push({ language, kind: 'members', query, wanted, first: member?.username ?? null })
    }
  }
  return scored
}

/** Whether a person is known for directing. Of several of one name the best known. */
const directs = ({ people }: Store, name: string) => people.directs[people.name.indexOf(name)] === 1
