import { genreIdsOf } from '#built-in/catalogue/answers/film-answers.ts'
import { at } from '#built-in/catalogue/store/columns.ts'
import { Refusal, refusals } from '#built-in/catalogue/requests.ts'
import { answerPath, type Library } from '#built-in/catalogue/routes.ts'
import { indexNames, indexTitles } from '#built-in/catalogue/search/search.ts'
import { createPeopleNotes, type PeopleNotes } from '#built-in/catalogue/store/people-notes.ts'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import type { TextIndex } from '#built-in/catalogue/search/text-index.ts'

/** What the drawn artwork of a film needs to know. */
export type CatalogueFilm = {
  id: number
  title: string
  originalTitle: string
  /** In other languages than English, by language (ISO 639-1). */
  translatedTitles: Readonly<Record<string, string>>
  /** Of the original title, ISO 639-1. */
  language: string
  year: number
  genreIds: number[]
  directors: string[]
}

export type Catalogue = {
  /**
   * Answers requests to `…/3/…` under any origin as version 3 of the film database's API does; usable in place of
   * `fetch`. Refusals are answers, as over a network; only an aborted signal or a malformed address rejects.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Loads and indexes films and people now and not with the first requests. Others have their turn meanwhile. */
  ready(): Promise<void>
  film(id: number): Promise<CatalogueFilm | null>
  person(id: number): Promise<{ id: number; name: string } | null>
  /** Awards and Saudi talent, which no film database tells. */
  peopleNotes: PeopleNotes
}

export type CatalogueOptions = {
  /** Decides the week and the day of what is trending. */
  now?: () => Date
  /** When given, requests must bring it, as `api_key` or as bearer token; any other is refused with 401. */
  apiKey?: string
}

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8' },
  })
}

function requireKey(apiKey: string | undefined, request: Request, query: URLSearchParams): void {
  if (apiKey === undefined) return
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (query.get('api_key') !== apiKey && bearer?.trim() !== apiKey) throw refusals.key()
}

/** The built-in film catalogue. Nothing is read before the first request (or `ready`); about 30 MB after it. */
export function createCatalogue({ now = () => new Date(), apiKey }: CatalogueOptions = {}): Catalogue {
  let loading: Promise<Library> | undefined

  async function load(): Promise<Library> {
    const store = await loadStore()
    let titles: Promise<TextIndex> | undefined
    let names: Promise<TextIndex> | undefined
    return {
      store,
      titles: () => (titles ??= indexTitles(store)),
      names: () => (names ??= indexNames(store)),
      now,
    }
  }
  function library(): Promise<Library> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    try {
      requireKey(apiKey, request, searchParams)
      const path = /^.*?\/3\/(.*?)\/*$/s.exec(pathname)?.[1]
      if (path === undefined) throw refusals.missing()
      if (request.method !== 'GET' && request.method !== 'HEAD') throw refusals.method()
      const body = await answerPath(await library(), path, searchParams)
      return json(200, body)
    } catch (error) {
      if (error instanceof Refusal) return json(error.httpStatus, error.body)
      throw error
    }
  }

  return {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      const response = await answer(request)
      request.signal.throwIfAborted()
      return response
    },
    peopleNotes: createPeopleNotes(),
    ready: async () => {
      const { titles, names } = await library()
      await titles()
      await names()
    },
    film: async (id) => {
      const { store } = await library()
      const { films, people } = store
      const film = films.find(id)
      if (film === undefined) return null
      return {
        id,
        title: films.title[film] ?? '',
        originalTitle: films.originalTitle(film),
        translatedTitles: films.translatedTitles(film),
        language: films.language(film),
        year: Math.floor(at(films.date, film) / 10_000),
        genreIds: genreIdsOf(store, film),
        directors: Array.from(films.directors.of(film), (person) => people.name[person] ?? ''),
      }
    },
    person: async (id) => {
      const { people } = (await library()).store
      const person = people.find(id)
      return person === undefined ? null : { id, name: people.name[person] ?? '' }
    },
  }
}
