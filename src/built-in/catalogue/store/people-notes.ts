import { readFile } from 'node:fs/promises'

/** What is known of a person by name alone. */
export type PersonNotes = {
  /** One line in English by role, whatever the case of the name; null when none is known. */
  awards: { director: string | null; actor: string | null }
  /** In the lists of Saudi talent: directors whatever the case of the name, actors letter for letter. */
  saudi: { director: boolean; actor: boolean }
}

export type PeopleNotes = { of(name: string): Promise<PersonNotes> }

type AwardsFile = { directors: Record<string, string>; actors: Record<string, string> }
type TalentFile = { directors: string[]; actors: string[]; variants: Record<string, string[]> }

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../data/${name}`, import.meta.url), 'utf8'))

/** Awards and Saudi talent by name. Nothing is read before the first question, and once only. */
export function createPeopleNotes(): PeopleNotes {
  let loading: ReturnType<typeof load> | undefined
  return {
    of: async (name) => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const { awards, saudi } = await loading
      const key = name.toLowerCase()
      return {
        awards: { director: awards.directors.get(key) ?? null, actor: awards.actors.get(key) ?? null },
        saudi: { director: saudi.directors.has(key), actor: saudi.actors.has(name) },
      }
    },
  }
}

async function load() {
  const awards = (await read('people-notes.json')) as AwardsFile
  const talent = (await read('saudi-talent.json')) as TalentFile
  const spellings = (name: string) => [name, ...(talent.variants[name] ?? [])]
  const lines = (file: Record<string, string>) =>
    new Map(
      Object.entries(file).flatMap(([name, line]) =>
        spellings(name).map((spelling) => [spelling.toLowerCase(), line] as const),
      ),
    )
  return {
    awards: { directors: lines(awards.directors), actors: lines(awards.actors) },
    saudi: {
      directors: new Set(talent.directors.flatMap(spellings).map((name) => name.toLowerCase())),
      actors: new Set(talent.actors.flatMap(spellings)),
    },
  }
}
