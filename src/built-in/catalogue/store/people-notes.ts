import { readFile } from 'node:fs/promises'
import type { Locale } from '#shared/locale.ts'
import { oscarLine } from './oscar-lines.ts'

/** What is known of a person by name alone. */
export type PersonNotes = {
  /** One line by role, whatever the case of the name; null when none is known. */
  awards: { director: string | null; actor: string | null }
  /** In the lists of Saudi talent: directors whatever the case of the name, actors letter for letter. */
  saudi: { director: boolean; actor: boolean }
}

export type PeopleNotes = { of(name: string, locale: Locale): Promise<PersonNotes> }

type AwardsFile = { directors: Record<string, string>; actors: Record<string, string> }
type TalentFile = { directors: string[]; actors: string[]; variants: Record<string, string[]> }

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../data/${name}`, import.meta.url), 'utf8'))

/** Awards and Saudi talent by name. Nothing is read before the first question, and once only. */
export function createPeopleNotes(): PeopleNotes {
  let loading: ReturnType<typeof load> | undefined
  return {
    of: async (name, locale) => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const { awards, saudi } = await loading
      const key = name.toLowerCase()
      return {
        awards: {
          director: awards.directors.get(key)?.[locale] ?? null,
          actor: awards.actors.get(key)?.[locale] ?? null,
        },
        saudi: { director: saudi.directors.has(key), actor: saudi.actors.has(name) },
      }
    },
  }
}

async function load() {
  const awards = (await read('people-notes.json')) as AwardsFile
  // What has no pattern is written by hand.
  const fr = (await read('people-notes.fr.json')) as AwardsFile
  const ar = (await read('people-notes.ar.json')) as AwardsFile
  const talent = (await read('saudi-talent.json')) as TalentFile
  const spellings = (name: string) => [name, ...(talent.variants[name] ?? [])]
  const lines = (role: keyof AwardsFile) =>
    new Map(
      Object.entries(awards[role]).flatMap(([name, en]) => {
        const line: Record<Locale, string> = {
          en,
          fr: fr[role][name] ?? oscarLine(en, 'fr') ?? en,
          ar: ar[role][name] ?? oscarLine(en, 'ar') ?? en,
        }
        return spellings(name).map((spelling) => [spelling.toLowerCase(), line] as const)
      }),
    )
  return {
    awards: { directors: lines('directors'), actors: lines('actors') },
    saudi: {
      directors: new Set(talent.directors.flatMap(spellings).map((name) => name.toLowerCase())),
      actors: new Set(talent.actors.flatMap(spellings)),
    },
  }
}
