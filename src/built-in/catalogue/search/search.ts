import { at } from '#built-in/catalogue/store/columns.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import { createTextIndex, type TextIndex } from '#built-in/catalogue/search/text-index.ts'
import { aliasesOfFilm, aliasesOfPerson } from '#built-in/language/aliases.ts'
import { foldText } from '#shared/matching/fold.ts'
import { wholeForms } from '#shared/matching/title-forms.ts'

const yearOf = ({ films }: Pick<Store, 'films'>, film: number) => Math.floor(at(films.date, film) / 10_000)

/**
 * The title index of all films: titles, original titles, titles of the Wikipedia articles, and the names by which
 * well-known films go in other languages.
 */
export function indexTitles({ films }: Pick<Store, 'films'>): Promise<TextIndex> {
  return createTextIndex(
    films.size,
    (film) => {
      const title = films.title[film] ?? ''
      const original = films.originalTitle(film)
      const other = otherTitle({ films }, film)
      return [title, ...(original === title ? [] : [original]), ...(other === null ? [] : [other])]
    },
    {
      otherTextsOf: (film) => [
        ...aliasesOfFilm(films.title[film] ?? '', yearOf({ films }, film)),
        ...Object.values(films.translatedTitles(film)),
      ],
      fame: (film) => Math.log10(1 + at(films.voteCount, film)),
    },
  )
}

/** The title of the film's Wikipedia article, without its disambiguation, if it differs from the film's title. */
export function otherTitle({ films }: Pick<Store, 'films'>, film: number): string | null {
  const title = films.overview(film).article?.replace(/ \([^)]*\)$/, '')
  return title === undefined || title === films.title[film] || title === films.originalTitle(film)
    ? null
    : title
}

export function indexNames({ people }: Pick<Store, 'people'>): Promise<TextIndex> {
  return createTextIndex(people.size, (person) => [people.name[person] ?? ''], {
    otherTextsOf: (person) => aliasesOfPerson(people.name[person] ?? ''),
    fame: (person) => Math.log10(1 + at(people.popularity, person) / 100),
    anyWordLeads: true,
  })
}

const yearBeside = /(?<=^| )((?:18|19|20)\d\d)(?= |$)/
/** Words such as "film" that people write before or after a title. */
const filmWord = /^(?:(?:the|le|un) )?(?:film|movie|فيلم) |(?: film| movie| فيلم)$/g
const numberAtEnd = /^(.*\D)\s*(\d{1,2})$/s

/**
 * Films by title; `year` narrows to films of that year, spelt as asked. A year beside a title ("Dune 2021") and the
 * number of a part that does not have it in its title ("Harry Potter 3") are understood.
 */
export function searchTitles(store: Store, titles: TextIndex, text: string, year: number | null): number[] {
  if (year !== null) return titles.search(text, (film) => yearOf(store, film) === year)
  if (titles.called(text).length > 0) return titles.search(text)
  const bare = foldText(text).replace(filmWord, '').trim()
  if (titles.called(bare).length > 0) return titles.search(bare)
  const wanted = [...ofYear(store, titles, text), ...ofSeries(store, titles, text)]
  const seen = new Set(wanted)
  return [...wanted, ...titles.search(text).filter((film) => !seen.has(film))]
}

/**
 * Films of a year that the rest of the text finds: "Dune 2021", "1984 dune". Not when the number belongs to the
 * title: "Blade Runner 2049".
 */
function ofYear(store: Store, titles: TextIndex, text: string): number[] {
  const folded = foldText(text)
  const wanted = yearBeside.exec(folded)?.[1]
  if (wanted === undefined) return []
  const rest = folded.replace(yearBeside, ' ').trim()
  const [best] = titles.search(text)
  if (rest === '' || (best !== undefined && (store.films.title[best] ?? '').includes(wanted))) return []
  return titles.search(rest).filter((film) => yearOf(store, film) === Number(wanted))
}

/** Films with fewer votes do not count as parts of a series. */
const knownPart = 200
const maxSeries = 30

/** The n-th film by date, among those whose titles begin with the named one: "Harry Potter 3", "Matrix 2". */
function ofSeries(store: Store, titles: TextIndex, text: string): number[] {
  const [form = ''] = wholeForms(foldText(text))
  const [, base, number] = numberAtEnd.exec(form) ?? []
  if (base === undefined || number === undefined || base.trim() === '') return []
  const [named] = titles.called(base)
  const name = named === undefined ? base : (store.films.title[named] ?? '')
  const numbered = named === undefined ? [] : titles.called(`${name} ${number}`)
  if (numbered.length > 0) return numbered.slice(0, 1)
  const parts = titles
    .search(name)
    .slice(0, maxSeries)
    .filter((film) => at(store.films.voteCount, film) >= knownPart && isPartOf(store, film, name))
    .toSorted((a, b) => at(store.films.date, a) - at(store.films.date, b))
  const part = parts[Number(number) - 1]
  return part === undefined ? [] : [part]
}

/** Whether a film's title is the name, or begins with it. */
function isPartOf({ films }: Store, film: number, name: string): boolean {
  const start = wholeForms(foldText(name)).at(-1)
  return wholeForms(foldText(films.title[film] ?? '')).some((form) => `${form} `.startsWith(`${start} `))
}
