import { foldText } from '#shared/matching/fold.ts'
import aliases from '#built-in/language/vocabulary/aliases.json' with { type: 'json' }

function byAlias<Named extends { names: readonly string[] }>(
  table: readonly Named[],
): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>()
  for (const named of table)
    for (const other of named.names) {
      const name = foldText(other)
      if (!found.has(name)) found.set(name, named)
      // "Le réalisateur du Parrain": the article is in the "du".
      const bare = name.replace(/^(?:le|les) /, '')
      if (!found.has(bare)) found.set(bare, named)
    }
  return found
}

const films = byAlias(aliases.films)
const people = byAlias(aliases.people)

/** What a name stands for, also where Arabic joins a small word to it: "لنولان" is "to Nolan". */
function knownAs<Named>(names: ReadonlyMap<string, Named>, written: string): Named | undefined {
  const folded = foldText(written)
  const apart = folded.replace(/^لل/, 'ال').replace(/^[بكلو](?=\p{Script=Arabic}{3})/u, '')
  return names.get(folded) ?? names.get(apart)
}

/** A well-known film by the name by which it is spoken of in another language, which a film source may not tell. */
export const filmCalled = (written: string): { title: string; year: number } | undefined =>
  knownAs(films, written)

/** Whom a name in another script means, by the name that film sources have. */
export const personCalled = (written: string): string | undefined => knownAs(people, written)?.name

const namesOfFilms = Map.groupBy(aliases.films, ({ title }) => foldText(title))
const namesOfPeople = new Map(aliases.people.map(({ name, names }) => [foldText(name), names]))

/** The other names of a film; sources may differ by a year about when it came out. */
export const aliasesOfFilm = (title: string, year: number): readonly string[] =>
  namesOfFilms.get(foldText(title))?.find((film) => Math.abs(film.year - year) <= 1)?.names ?? []

/** The other names of a person, by the name that film sources have. */
export const aliasesOfPerson = (name: string): readonly string[] => namesOfPeople.get(foldText(name)) ?? []
