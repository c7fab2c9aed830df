import { expect, test } from 'vitest'
import { createPeopleNotes } from './people-notes.ts'

const notes = createPeopleNotes()

test('awards are found by role whatever the case of the name', async () => {
  const { awards } = await notes.of('aNG LEE')
  expect(awards.director).toMatch(/^Won the Academy Awards: Best Director for Brokeback Mountain/)
  expect((await notes.of('Bradley Cooper')).awards.actor).toMatch(/\.$/)
})

test('nothing is known of others, and no part of a name is enough', async () => {
  for (const name of ['', 'Lee', 'Ang Lee ', 'Àng Lee', 'constructor', '__proto__', 'toString'])
    expect(await notes.of(name)).toEqual({
      awards: { director: null, actor: null },
      saudi: { director: false, actor: false },
    })
})

test('Saudi directors are known whatever the case, with their other spellings', async () => {
  const known = ['Haifaa Al-Mansour', 'HAIFAA AL-MANSOUR', 'haifaa al mansour', 'هيفاء المنصور']
  for (const name of known) {
    const { saudi, awards } = await notes.of(name)
    expect([name, saudi.director, awards.director !== null]).toEqual([name, true, true])
  }
  expect((await notes.of('Haifaa AlMansour')).saudi.director).toBe(false)
})

test('Saudi actors are known letter for letter, with their other spellings', async () => {
  const actor = async (name: string) => (await notes.of(name)).saudi.actor
  for (const name of ['Mila Al Zahrani', 'Mila Alzahrani', 'ميلا الزهراني'])
    expect([name, await actor(name)]).toEqual([name, true])
  for (const name of ['mila al zahrani', 'MILA ALZAHRANI', 'Mila  Al Zahrani'])
    expect([name, await actor(name)]).toEqual([name, false])
})

test('who acts and directs is both', async () => {
  expect((await notes.of('Ahd Kamel')).saudi).toEqual({ director: true, actor: true })
  expect((await notes.of('ahd kamel')).saudi).toEqual({ director: true, actor: false })
})
