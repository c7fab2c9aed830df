import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/tonight/K7MNPQ'
const id = (end: number) => `018f0000-0000-7000-8000-0000000000${10 + end}`
const film = (number: number, title: string) => ({
  id: number,
  title,
  titleLang: 'en',
  poster: null,
  release_date: '1995-12-15',
  runtime: 170,
  overview:
    'A detective who never sleeps and a thief who never stays look at each other across a table, and neither of them blinks before the coffee is cold.',
})
const person = (end: number, name: string, rest = {}) => ({
  id: id(end),
  member: { _id: id(end), username: name, avatar: null },
  name: null,
  isMe: false,
  isHost: false,
  hasLeft: false,
  isReady: false,
  ...rest,
})
const evening = {
  id: id(1),
  code: 'K7MNPQ',
  state: 'lobby',
  expiresAt: '2100-01-01T00:00:00.000Z',
  isHost: true,
  people: [
    person(2, 'layla', { isMe: true, isHost: true, isReady: true }),
    person(3, 'a_rather_long_username', { isReady: true }),
    { ...person(4, ''), member: null, name: 'Nadia' },
    person(5, 'omar', { hasLeft: true }),
  ],
  list: null,
  hideSeen: true,
  onServices: true,
  hasServices: true,
  maxMinutes: null,
  size: 10,
  cards: [],
  result: null,
  watched: null,
}
const card = (number: number, title: string, vote: string | null) => ({
  ...film(number, title),
  wanted: 2,
  services: ['Netflix', 'Shahid VIP'],
  vote,
  isVeto: false,
})
const voting = {
  ...evening,
  state: 'voting',
  cards: [card(949, 'Heat', 'yes'), card(496243, 'Parasite', null), card(244786, 'Whiplash', null)],
}
const done = {
  ...evening,
  state: 'done',
  watched: film(949, 'Heat'),
  result: {
    isSecondBest: false,
    films: [
      { ...film(949, 'Heat'), yes: 3, fine: 1, no: 0, wanted: 2, services: ['Netflix', 'Shahid VIP'] },
      {
        ...film(496243, 'A film with a rather long title, as they are in festivals of the past'),
        yes: 2,
        fine: 2,
        no: 0,
        wanted: 0,
        services: ['Netflix'],
      },
      { ...film(244786, 'Whiplash'), yes: 1, fine: 3, no: 0, wanted: 1, services: [] },
    ],
  },
}

/** Nothing of the demo member is changed: what the server would answer is made up. */
const at = (shown: object | null) => (page: Page) =>
  page.route('**/api/evenings/K7MNPQ', (route) => route.fulfill({ json: { evening: shown } }))

const shown = (text: RegExp) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible()

const names = [
  'Netflix',
  'Shahid VIP',
  'Amazon Prime Video',
  'OSN+',
  'MUBI',
  'A service with a rather long name for a channel',
]
const services = Array.from({ length: 18 }, (_, at) => ({
  provider_id: at + 1,
  provider_name: names[at] ?? `Service ${at + 1}`,
  logo_path: null,
}))

/** What a film database knows that the built-in one does not. */
const streaming = async (page: Page) => {
  await page.route('**/api/streaming', (route) =>
    route.fulfill({ json: { isKnown: true, region: 'SA', services: services.slice(0, 2) } }),
  )
  await page.route('**/api/films/values*', (route) =>
    route.fulfill({ json: { genres: [], countries: ['SA', 'FR'], languages: [], providers: services } }),
  )
}

export const eveningScreens: Screen[] = [
  { name: 'tonight', path: '/tonight', prepare: streaming, open: shown(/someone has/) },
  {
    name: 'tonight, with whom',
    path: '/tonight',
    open: async (page) => {
      await page.getByRole('button', { name: 'Choose friends' }).click()
      await page.getByRole('checkbox').first().click()
    },
  },
  { name: 'streaming services', path: '/settings/streaming', prepare: streaming },
  { name: 'streaming services, none known', path: '/settings/streaming' },
  {
    name: 'tonight, as another than the host',
    path,
    prepare: at({ ...evening, isHost: false, hasServices: false }),
    open: shown(/Nadia/),
  },
  { name: 'tonight, over', path: '/tonight/AAA', open: shown(/./) },
  { name: 'tonight, by a code', path, prepare: at(null), open: shown(/K7MNPQ/) },
  { name: 'tonight, who is here', path, prepare: at(evening), open: shown(/Nadia/) },
  { name: 'tonight, a card', path, prepare: at(voting), open: shown(/Parasite/) },
  {
    name: 'tonight, waiting',
    path,
    prepare: at({ ...voting, cards: voting.cards.map((one) => ({ ...one, vote: 'yes' })) }),
    open: shown(/Nadia/),
  },
  { name: 'tonight, the film', path, prepare: at(done), open: shown(/Whiplash/) },
]
