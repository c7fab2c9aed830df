import { at } from '#built-in/catalogue/store/columns.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import { createTextIndex, type TextIndex } from '#built-in/catalogue/search/text-index.ts'

/** The title index of all films: titles, original titles, and titles of the Wikipedia articles. */
export function indexTitles({ films }: Store): TextIndex {
  return createTextIndex(films.size, (film) => {
    const texts = [films.title[film] ?? '']
    const original = films.originalTitle(film)
    if (original !== texts[0]) texts.push(original)
    const other = otherTitle({ films }, film)
    if (other !== null) texts.push(other)
    return texts
  })
}

/** The title of the film's Wikipedia article, without what tells articles apart, where it is another one. */
export function otherTitle({ films }: Pick<Store, 'films'>, film: number): string | null {
  const title = films.overview(film).article?.replace(/ \([^)]*\)$/, '')
  return title === undefined || title === films.title[film] || title === films.originalTitle(film)
    ? null
    : title
}

export function indexNames({ people }: Store): TextIndex {
  return createTextIndex(people.size, (person) => [people.name[person] ?? ''], { anyWordLeads: true })
}

const yearAtEnd = /^(.+\S)\s+\(?((?:18|19|20)\d\d)\)?$/s

/** Films by title; `year` narrows to films of that year, spelt as asked. "Dune 2021" is read as title and year if no title fits. */
export function searchTitles(store: Store, titles: TextIndex, text: string, year: number | null): number[] {
  const ofYear = (wanted: number) => (film: number) =>
    Math.floor(at(store.films.date, film) / 10_000) === wanted
  if (year !== null) return titles.search(text, ofYear(year))
  const found = titles.search(text)
  const split = yearAtEnd.exec(text.trim())
  if (!split) return found
  const dated = titles.search(split[1] ?? '').filter(ofYear(Number(split[2])))
  const seen = new Set(dated)
  return hasWholeNumber(store, found, split[2] ?? '')
    ? found
    : [...dated, ...found.filter((film) => !seen.has(film))]
}

/** Whether the best find has the number in its title, as in "Blade Runner 2049". */
function hasWholeNumber({ films }: Store, found: readonly number[], number: string): boolean {
  const best = found[0]
  return best !== undefined && (films.title[best] ?? '').includes(number)
}
