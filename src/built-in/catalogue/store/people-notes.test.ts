import { expect, test } from 'vitest'
import lines from '../data/people-notes.json' with { type: 'json' }
import { createPeopleNotes } from './people-notes.ts'

const notes = createPeopleNotes()

test('awards are found by role whatever the case of the name', async () => {
  const { awards } = await notes.of('aNG LEE', 'en')
  expect(awards.director).toMatch(/^Won the Academy Awards: Best Director for Brokeback Mountain/)
  expect((await notes.of('Bradley Cooper', 'en')).awards.actor).toMatch(/\.$/)
})

test('every line is told in three languages', async () => {
  for (const [role, names] of [
    ['director', lines.directors],
    ['actor', lines.actors],
  ] as const)
    for (const [name, en] of Object.entries(names)) {
      // Without the films, which may be called in English.
      const told = async (locale: 'en' | 'fr' | 'ar') =>
        (await notes.of(name, locale)).awards[role]?.replaceAll(/«[^»]*»/g, '')
      expect(await told('en')).toBe(en)
      for (const locale of ['fr', 'ar'] as const)
        expect(await told(locale), name).not.toMatch(/\b(?:won|for|Awards?|Best)\b/i)
      expect(await told('ar'), name).toMatch(/^ ?[\u0600-\u06ff]/)
    }
})

test('prizes of the Academy are told by their pattern', async () => {
  const told = async (name: string, locale: 'fr' | 'ar') => (await notes.of(name, locale)).awards.director
  expect(await told('Ang Lee', 'fr')).toBe(
    'Oscar de la meilleure réalisation pour «\u00a0Brokeback Mountain\u00a0» (2005) et «\u00a0Life of Pi\u00a0» (2012).',
  )
  expect(await told('Adam McKay', 'ar')).toBe(
    'ترشيحات للأوسكار: 2، منها أفضل إخراج عن «\u2068The Big Short\u2069» (2015).',
  )
})

test('nothing is known of others, and no part of a name is enough', async () => {
  for (const name of ['', 'Lee', 'Ang Lee ', 'Àng Lee', 'constructor', '__proto__', 'toString'])
    expect(await notes.of(name, 'en')).toEqual({
      awards: { director: null, actor: null },
      saudi: { director: false, actor: false },
    })
})

test('Saudi directors are known whatever the case, with their other spellings', async () => {
  const known = ['Haifaa Al-Mansour', 'HAIFAA AL-MANSOUR', 'haifaa al mansour', 'هيفاء المنصور']
  for (const name of known) {
    const { saudi, awards } = await notes.of(name, 'en')
    expect([name, saudi.director, awards.director !== null]).toEqual([name, true, true])
  }
  expect((await notes.of('Haifaa AlMansour', 'en')).saudi.director).toBe(false)
})

test('Saudi actors are known letter for letter, with their other spellings', async () => {
  const actor = async (name: string) => (await notes.of(name, 'en')).saudi.actor
  for (const name of ['Mila Al Zahrani', 'Mila Alzahrani', 'ميلا الزهراني'])
    expect([name, await actor(name)]).toEqual([name, true])
  for (const name of ['mila al zahrani', 'MILA ALZAHRANI', 'Mila  Al Zahrani'])
    expect([name, await actor(name)]).toEqual([name, false])
})

test('who acts and directs is both', async () => {
  expect((await notes.of('Ahd Kamel', 'en')).saudi).toEqual({ director: true, actor: true })
  expect((await notes.of('ahd kamel', 'en')).saudi).toEqual({ director: true, actor: false })
})
