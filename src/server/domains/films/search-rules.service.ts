import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'

/** Which films a search shows (docs/product.md, Search). The numbers are the operator's to change. */
export interface SearchRules {
  /** A film needs more votes than this. */
  minVotes: number
  /** Films in these languages (ISO 639-1) need at least so many votes. */
  languageVotes: ReadonlyMap<string, number>
  /** Films in these languages are left out whatever their votes. */
  excludedLanguages: ReadonlySet<string>
  hiddenFilmIds: ReadonlySet<number>
  /** A query with one of these words finds nothing. Null for the list below. */
  blockedWords: readonly string[] | null
}

export function isShownInSearch(rules: SearchRules, film: SourceFilm): boolean {
  return (
    isShownById(rules, film) &&
    film.vote_count > rules.minVotes &&
    film.poster_path !== null &&
    !rules.excludedLanguages.has(film.original_language) &&
    film.vote_count >= (rules.languageVotes.get(film.original_language) ?? 0)
  )
}

/** Who types a film's number means that film: only what is never shown is left out. */
export function isShownById(
  rules: Pick<SearchRules, 'hiddenFilmIds'>,
  film: Pick<SourceFilm, 'id' | 'adult'>,
): boolean {
  return !film.adult && !rules.hiddenFilmIds.has(film.id)
}

/** The number of a film or person that a query spells, else null. */
export function sourceNumber(query: string): number | null {
  const number = /^\s*\d{1,10}\s*$/.test(query) ? Number(query) : 0
  return number >= 1 && number <= 2_147_483_647 ? number : null
}
