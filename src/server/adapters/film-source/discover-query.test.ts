import { expect, test } from 'vitest'
import { discoverQuery } from './discover-query.ts'

test('a filter is put in the words of the source', () => {
  expect(discoverQuery({}, 'popular')).toEqual({ sort_by: 'popularity.desc' })
  expect(
    discoverQuery(
      {
        genres: { all: [27, 35] },
        withoutGenres: [16, 99],
        from: 1980,
        to: 1989,
        language: 'ja',
        country: 'JP',
        shortest: 60,
        longest: 100,
        people: [1, 2],
        minVotes: 300,
        minRating: 6.5,
        streaming: { providers: [8, 337], region: 'SA' },
      },
      'best',
    ),
  ).toEqual({
    sort_by: 'vote_average.desc',
    with_genres: '27,35',
    without_genres: '16,99',
    'primary_release_date.gte': '1980-01-01',
    'primary_release_date.lte': '1989-12-31',
    with_original_language: 'ja',
    with_origin_country: 'JP',
    'with_runtime.gte': '60',
    'with_runtime.lte': '100',
    with_people: '1,2',
    'vote_count.gte': '300',
    'vote_average.gte': '6.5',
    with_watch_providers: '8|337',
    watch_region: 'SA',
    with_watch_monetization_types: 'flatrate',
  })
  expect(discoverQuery({ genres: { any: [27, 53] }, cast: [3], crew: [4] }, 'oldest')).toEqual({
    sort_by: 'primary_release_date.asc',
    with_genres: '27|53',
    with_cast: '3',
    with_crew: '4',
  })
})
