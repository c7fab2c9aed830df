import { sql, type RawBuilder } from 'kysely'

/** Characters that an index of searched texts holds, from one of their words on. */
export const startLength = 60

/** Shorter queries are within too many words, and alike to too much. */
export const withinLength = 3

/** Any `search_text` behind so many of its words, letter for letter as the indexes of members and lists have it. */
export const behindWords = (words: number, searchText = 'search_text') =>
  sql.raw<string>(`substring(${searchText} from '^(?: [^ ]+){${words}} (.{1,${startLength}})')`)

/** A text as far as an index holds it, and one that is behind all that begin with it. */
export function startBounds(text: string) {
  const from = Array.from(text).slice(0, startLength).join('')
  return { from, to: behindAll(from) }
}

/** What is behind all texts that begin with one. */
export const behindAll = (text: string) => `${text}\u{10ffff}`

/** Bounds that hold for every text: a `like` with a parameter may read an index from end to end. */
export const isBetween = (column: RawBuilder<string>, from: unknown, to: unknown) =>
  sql<boolean>`${column} ~>=~ ${from} and ${column} ~<~ ${to}`
