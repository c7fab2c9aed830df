/**
 * Every column that holds film numbers, by what a merge does with it. A test compares them with the database, so that
 * no new one is forgotten.
 *
 * - `moves`: the row is moved to the other film; its key does not contain the film. `once` names a unique index by its
 *   columns and condition: a row that it does not allow beside one of the other film is deleted.
 * - `unique`: there is one row for each film and `by`. If the other film has one too, that one stays and this one is
 *   deleted; else this one is moved.
 * - `ordered`: as `unique`, and of two places in an order the earlier one is kept.
 * - `array`: the number is replaced in its place; if the array has the other number too, the later of the two is deleted.
 * - `counted`: counted anew.
 * - `own`: kept by the merge itself.
 * - `other`: no number of Scene's films: of the source, or only of the past.
 */
export const filmColumns = {
  'films.id': { how: 'own' },
  'films.tmdb_id': { how: 'own' },
  'film_redirects.from_id': { how: 'own' },
  'film_redirects.film_id': { how: 'own' },
  'film_twins.film_id': { how: 'own' },
  'film_twins.other_id': { how: 'own' },
  'film_doubts.film_id': { how: 'own' },
  'film_doubts.candidates': { how: 'other' },
  'film_merges.from_id': { how: 'other' },
  'film_merges.film_id': { how: 'other' },
  'film_stats.film_id': { how: 'counted' },
  'film_credits.film_id': { how: 'counted' },
  'seen_people.film_ids': { how: 'counted' },
  'logs.film_id': { how: 'moves', key: ['id'] },
  'film_ratings.film_id': { how: 'moves', key: ['id'] },
  'notifications.film_id': {
    how: 'moves',
    key: ['id'],
    once: { by: ['member_id', 'from_id'], where: "type = 'suggest_movie' and read_at is null" },
  },
  'plays.film_id': { how: 'moves', key: ['id'] },
  'import_rows.film_id': { how: 'moves', key: ['import_id', 'row'] },
  'import_choices.film_id': { how: 'moves', key: ['member_id', 'film_key'] },
  'import_rows.candidates': { how: 'array', key: ['import_id', 'row'] },
  'members.favorite_film_ids': { how: 'array', key: ['id'] },
  'watchlist_items.film_id': { how: 'unique', by: ['member_id'] },
  'favourites.film_id': { how: 'unique', by: ['member_id'] },
  'poster_overrides.film_id': { how: 'unique', by: ['member_id'] },
  'muted_films.film_id': { how: 'unique', by: ['member_id'] },
  'refused_films.film_id': { how: 'unique', by: ['member_id'] },
  'film_texts.film_id': { how: 'unique', by: ['language'] },
  'film_services.film_id': { how: 'unique', by: ['region'] },
  'evening_cards.film_id': { how: 'unique', by: ['evening_id'] },
  'evening_votes.film_id': { how: 'unique', by: ['person_id'] },
  'evenings.watched_id': { how: 'moves', key: ['id'] },
  'list_films.film_id': { how: 'ordered', by: ['list_id'] },
} as const satisfies Record<string, FilmColumn>

export type FilmColumn =
  | { how: 'own' | 'counted' | 'other' }
  | { how: 'moves'; key: readonly string[]; once?: { by: readonly string[]; where: string } }
  | { how: 'unique' | 'ordered'; by: readonly string[] }
  | { how: 'array'; key: readonly string[] }
