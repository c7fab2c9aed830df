import { searchFilms } from '#shared/api/films.ts'
import { call } from '#web/lib/api.ts'
import { numberedQuery } from '#web/lib/numbered-query.ts'

/** Milliseconds that typing pauses before a picker searches. */
export const pickerDebounce = 400

/** Films by title, for the search screen and for pickers. */
export const filmSearchQuery = (query: string) =>
  numberedQuery({
    kind: 'films',
    query,
    load: (page, signal) => call(searchFilms, { query: page, signal }),
  })
