import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStarters, searchFilms } from '#shared/api/films.ts'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// The built-in catalogue invents its votes, and search hides films in these languages that have few.

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app)
})
afterAll(() => app.close())

/** @param typed how much of the title */
async function isFound(title: string, language: string, typed = title) {
  const { data } = await app.call(searchFilms, { query: { q: typed }, as: member })
  return data.results.some((film) => film.title === title && film.original_language === language)
}

async function notFound(wanted: readonly string[], language: string) {
  const missing = []
  for (const title of wanted) if (!(await isFound(title, language))) missing.push(title)
  return missing
}

/** Titles in lines. */
const titles = (...lines: string[]) => lines.flatMap((line) => line.split(' | '))
const famous = {
  ja: titles(
    'Spirited Away | Seven Samurai | Tokyo Story | Rashomon | Ikiru | Ran | Harakiri | Shoplifters',
    'Drive My Car | The Boy and the Heron | High and Low | Late Spring | Ugetsu | Throne of Blood',
    'Departures | The Tale of the Princess Kaguya | Kagemusha | Wolf Children | Perfect Days | Tampopo',
  ),
  zh: titles(
    'Crouching Tiger, Hidden Dragon | Farewell My Concubine | Hero | Lust, Caution | Better Days',
    'A Brighter Summer Day | Yi Yi: A One and a Two | Raise the Red Lantern | House of Flying Daggers',
    'Eat Drink Man Woman | To Live | Red Sorghum',
  ),
  fr: titles(
    'La Haine | Amour | Portrait of a Lady on Fire | Amélie | The Intouchables | The 400 Blows',
    'Breathless | The Artist | Persepolis | A Prophet | Hidden | Jules and Jim | Playtime | Z',
    'The Rules of the Game | Le Samouraï | Blue Is the Warmest Colour | Anatomy of a Fall | Titane',
    'The Diving Bell and the Butterfly | La Vie en Rose | Army of Shadows | Alphaville | Elle',
  ),
  de: titles(
    'Metropolis | M | Das Boot | Downfall | The Lives of Others | Run Lola Run | Wings of Desire',
    'Nosferatu | The White Ribbon | Toni Erdmann | Good Bye, Lenin! | Aguirre, the Wrath of God',
    'All Quiet on the Western Front | The Zone of Interest | Fitzcarraldo | Funny Games | Head-On',
  ),
  ru: titles(
    'Stalker | Solaris | Mirror | Andrei Rublev | Come and See | Battleship Potemkin | Leviathan',
    'Man with a Movie Camera | Loveless | The Cranes Are Flying | Russian Ark | War and Peace',
  ),
  ko: titles(
    'The Wailing | Parasite | Oldboy | Burning | Memories of Murder | The Handmaiden | Mother',
    'Train to Busan | Decision to Leave | A Tale of Two Sisters | I Saw the Devil | The Host | Poetry',
    'Secret Sunshine | The Chaser | Joint Security Area | A Bittersweet Life | Lady Vengeance',
  ),
}
const obscure = {
  ja: ['Woman of Tokyo', 'Pigs and Battleships', 'The Human Vapor'],
  zh: ['Supermen Against the Orient', 'Beijing Bicycle', 'The Lost Bladesman'],
  fr: ['Mollenard', 'Liliom', 'Parisian Life', 'Bizarre, Bizarre'],
  de: ['Shoe Palace Pinkus', 'Ludwig II, King of Bavaria', 'Quick'],
  ru: ['Kinoglaz', 'Poor Relatives', 'Garpastum'],
  ko: ['The Kick', 'Rough Cut', 'Treeless Mountain'],
}

test.each(Object.entries(famous))('search finds the well-known films in %s', async (language, wanted) => {
  expect(await notFound(wanted, language)).toEqual([])
})

test.each(Object.entries(obscure))(
  'search shows the little-known films in %s only to who names them',
  async (language, hidden) => {
    const { films } = await loadStore()
    for (const title of hidden) {
      const isThere = films.title.some((other, film) => other === title && films.language(film) === language)
      expect(isThere, title).toBe(true)
      expect(await isFound(title, language, title.slice(0, -1)), title).toBe(false)
    }
    expect(await notFound(hidden, language)).toEqual([])
  },
)

test('the well-known are a minority of their language', async () => {
  const { films } = await loadStore()
  for (const [language, least] of app.ctx.config.search.languageVotes) {
    const votes = films.voteCount.filter((_, film) => films.language(film) === language)
    const shown = votes.filter((count) => count >= least).length
    expect(shown / votes.length, language).toBeGreaterThan(0.1)
    expect(shown / votes.length, language).toBeLessThan(0.4)
  }
})

test('the films to begin with are known ones of many decades and languages, each once', async () => {
  const { data } = await app.call(listStarters, { as: member })
  expect(data).toHaveLength(30)
  expect(new Set(data.map(({ id }) => id)).size).toBe(30)
  expect(new Set(data.map(({ release_date }) => release_date.slice(0, 3))).size).toBeGreaterThanOrEqual(7)
  expect(new Set(data.map(({ original_language }) => original_language)).size).toBeGreaterThanOrEqual(8)
  expect(data.every(({ vote_count, poster }) => vote_count >= 200 && poster !== null)).toBe(true)
})
