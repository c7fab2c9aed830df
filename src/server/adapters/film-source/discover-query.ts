import type { SourceFilter, SourceOrder } from './film-source.ts'

const orders = {
  popular: 'popularity.desc',
  best: 'vote_average.desc',
  newest: 'primary_release_date.desc',
  oldest: 'primary_release_date.asc',
  title: 'title.asc',
} as const satisfies Record<SourceOrder, string>

/** The filter in the words of `/discover/movie`: `1,2` means all of them, `1|2` any of them. */
export function discoverQuery(filter: SourceFilter, order: SourceOrder): Record<string, string> {
  const query: Record<string, string> = { sort_by: orders[order] }
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') query[name] = String(value)
  }
  const { genres } = filter
  if (genres) put('with_genres', 'all' in genres ? genres.all.join(',') : genres.any.join('|'))
  put('without_genres', filter.withoutGenres?.join(','))
  if (filter.from !== undefined) put('primary_release_date.gte', firstDay(filter.from))
  if (filter.to !== undefined) put('primary_release_date.lte', `${yearOf(filter.to)}-12-31`)
  put('with_original_language', filter.language)
  put('with_origin_country', filter.country)
  put('with_runtime.gte', filter.shortest)
  put('with_runtime.lte', filter.longest)
  put('with_people', filter.people?.join(','))
  put('with_cast', filter.cast?.join(','))
  put('with_crew', filter.crew?.join(','))
  put('vote_count.gte', filter.minVotes)
  put('vote_average.gte', filter.minRating)
  if (filter.streaming) {
    put('with_watch_providers', filter.streaming.providers.join('|'))
    put('watch_region', filter.streaming.region)
    put('with_watch_monetization_types', 'flatrate')
  }
  return query
}

const firstDay = (year: number) => `${yearOf(year)}-01-01`

const yearOf = (year: number) => String(year).padStart(4, '0')
