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
  maxMinutes: null,
  size: 10,
  cards: [],
  result: null,
  watched: null,
}
const card = (number: number, title: string, vote: string | null) => ({
  ...film(number, title),
  wanted: 2,
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
      { ...film(949, 'Heat'), yes: 3, fine: 1, no: 0, wanted: 2 },
      {
        ...film(496243, 'A film with a rather long title, as they are in festivals of the past'),
        yes: 2,
        fine: 2,
        no: 0,
        wanted: 0,
      },
      { ...film(244786, 'Whiplash'), yes: 1, fine: 3, no: 0, wanted: 1 },
    ],
  },
}

/** Nothing of the demo member is changed: what the server would answer is made up. */
const at = (shown: object | null) => (page: Page) =>
  page.route('**/api/evenings/K7MNPQ', (route) => route.fulfill({ json: { evening: shown } }))

const shown = (text: RegExp) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible()

export const eveningScreens: Screen[] = [
  { name: 'tonight', path: '/tonight' },
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
