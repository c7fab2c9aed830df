import type { Import, ImportSource } from '#shared/api/transfer.ts'

/** Rows that need the member’s attention. */
export const toCheck = ({ doubtful, notFound, failed }: Import): number => doubtful + notFound + failed

/** Names of services, the same in every language. */
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  letterboxd: 'Letterboxd',
  imdb: 'IMDb',
  trakt: 'Trakt',
  tmdb: 'TMDB',
  scene: 'Scene',
  csv: 'CSV',
}
