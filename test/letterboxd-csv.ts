/** A Letterboxd table of one film; with a column of ratings, or of none. */
export function letterboxdCsv(column: string): string {
  const row = (...cells: string[]) => (column ? cells : cells.slice(0, -1)).join(',')
  return [
    row('Date', 'Name', 'Year', 'Letterboxd URI', column),
    row('2024-05-01', 'Parasite', '2019', 'https://boxd.it/hTha', '4.5'),
  ].join('\r\n')
}
