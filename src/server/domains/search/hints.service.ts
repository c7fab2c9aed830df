import { createMatcher } from '#shared/matching/edit-distance.ts'
import type { FilmChoices } from '#shared/film-choices.ts'
import { foldText } from '#shared/matching/fold.ts'
import { squash } from '#shared/matching/title-forms.ts'
import type { SearchHints } from '#shared/api/search.ts'
import type { Filters } from '#server/adapters/language/language.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { isCalled, lookedFor, searchPeople } from '#server/domains/films/search.service.ts'
import { memberCalled } from '#server/domains/members/members.service.ts'
import { departments } from '#server/adapters/film-source/film-source.ts'

const none: SearchHints = { people: [], member: null, choices: null }

/** Suggestions for a search besides the results of its tab: a person, or films by what they are. */
export async function searchHints(ctx: Context, viewer: Viewer, q: string): Promise<SearchHints> {
  const query = lookedFor(ctx, q)
  if (query === null) return none
  const [people, member] = await Promise.all([
    peopleMeant(ctx, viewer, query),
    memberCalled(ctx, viewer, query),
  ])
  return { people, member, choices: choicesOf(ctx.language.filtersOf(query, ctx.now())) }
}

const roles = ['director', 'actor'] as const

/** The best-known actor and director of this name. A part of a name counts only when no film has that title. */
async function peopleMeant(ctx: Context, viewer: Viewer, query: string): Promise<SearchHints['people']> {
  const name = ctx.language.personCalled(query)
  const found = await Promise.all(
    roles.map(async (role) => {
      const { results } = await searchPeople(ctx, viewer, { q: query, role })
      return results
        .filter((person) => person.known_for_department === departments[role])
        .map((person) => ({ ...person, role, fit: fitOf(name ?? query, person.name) }))
    }),
  )
  const best = found.flatMap((people) => people.find(({ fit }) => fit !== 'none') ?? [])
  const whole = best.filter(({ fit }) => fit === 'whole')
  const meant = whole.length > 0 ? whole : (await isFilm(ctx, query)) ? [] : best
  return meant.map(({ id, name, role }) => ({ id, name, role }))
}

async function isFilm(ctx: Context, query: string): Promise<boolean> {
  const { results } = await ctx.filmSource.search(query, 1)
  return results.some((film) => isCalled(ctx, film, query))
}

/** Shorter texts are too similar to each other to look for misspellings. */
const minMisspeltLength = 6

/**
 * How well a query fits a name: the whole of it, its last part, or a misspelling of one of them; for names in another
 * script the source is believed.
 */
function fitOf(query: string, name: string): 'whole' | 'part' | 'none' {
  const [asked, words] = [squash(foldText(query)), foldText(name).split(' ')]
  const ends = words.map((_, place) => words.slice(place).join(''))
  if (ends[0] === asked) return 'whole'
  if (ends.includes(asked)) return 'part'
  if (/[^a-z]/.test(asked)) return 'part'
  const limit = asked.length < 9 ? 1 : 2
  const matcher = createMatcher(asked, limit)
  const near = asked.length < minMisspeltLength ? undefined : ends.find((end) => matcher.word(end) <= limit)
  return near === undefined ? 'none' : near === ends[0] ? 'whole' : 'part'
}

/**
 * Minutes at which what a query asks for counts as the choice "short" or "long" of `/films`. "Short" is wider than that
 * choice (under 90), since the word alone means up to 95 minutes to SceneBot.
 */
const lengths = { short: 95, long: 120 }

/** The part of what the words ask for by which films can be browsed; null when there is none. */
function choicesOf(filters: Filters | null): SearchHints['choices'] {
  if (filters === null) return null
  const { genres, from, to, country, language, longest, shortest } = filters
  const choices: Pick<FilmChoices, 'genre' | 'decade' | 'year' | 'country' | 'lang' | 'len'> = {}
  if (genres) choices.genre = genres
  if (from !== undefined && from === to) choices.year = from
  if (from !== undefined && from % 10 === 0 && to === from + 9) choices.decade = from
  if (country !== undefined) choices.country = country
  if (language !== undefined) choices.lang = language
  if (longest !== undefined && longest <= lengths.short) choices.len = 'short'
  else if (shortest !== undefined && longest === undefined && shortest >= lengths.long) choices.len = 'long'
  return Object.keys(choices).length > 0 ? choices : null
}
