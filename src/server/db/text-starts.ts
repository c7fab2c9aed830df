import { sql, type RawBuilder } from 'kysely'

/** Characters of a text that its index holds, from each of the first words on. */
export const startLength = 60

/** Shorter queries are contained in, and similar to, too many words. */
export const withinLength = 3

/**
 * The rest of a `search_text` after so many words; must be exactly the expression in the indexes of members and
 * lists.
 */
export const behindWords = (words: number, searchText = 'search_text') =>
  sql.raw<string>(`substring(${searchText} from '^(?: [^ ]+){${words}} (.{1,${startLength}})')`)

/**
 * Bounds for texts that begin with this one: the text as far as an index holds it, and one after all that begin with
 * it.
 */
export function startBounds(text: string) {
  const from = Array.from(text).slice(0, startLength).join('')
  return { from, to: behindAll(from) }
}

/** A text that sorts after all that begin with this one. */
export const behindAll = (text: string) => `${text}\u{10ffff}`

/**
 * A range condition, which uses an index for every text; a `like` with a parameter may read an index from end to end.
 */
export const isBetween = (column: RawBuilder<string>, from: unknown, to: unknown) =>
  sql<boolean>`${column} ~>=~ ${from} and ${column} ~<~ ${to}`
