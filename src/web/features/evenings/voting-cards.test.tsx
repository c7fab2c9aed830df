import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Evening } from '#shared/api/evenings.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, type FakeRequest } from '#test/fakes/web-api.ts'
import { changeLocale } from '#web/i18n/index.ts'
import { VotingCards } from './voting-cards.tsx'

const code = 'K7MNPQ'
const card = (id: number, title: string, more: Partial<Evening['cards'][number]> = {}) => ({
  id,
  title,
  titleLang: 'en',
  poster: null,
  release_date: '1995-12-15',
  runtime: 170,
  overview: '',
  wanted: 1,
  services: [],
  vote: null,
  isVeto: false,
  ...more,
})
const evening: Evening = {
  id: '018f0000-0000-7000-8000-000000000001',
  code,
  state: 'voting',
  expiresAt: '2100-01-01T00:00:00.000Z',
  isHost: false,
  people: [],
  list: null,
  hideSeen: true,
  onServices: true,
  hasServices: true,
  maxMinutes: null,
  size: 10,
  cards: [card(1, 'Heat', { services: ['Salt', 'Dune'] }), card(2, 'Aftersun'), card(3, 'Parasite')],
  result: null,
  watched: null,
}

afterEach(() => changeLocale('en'))

function show(): FakeRequest[] {
  const ids = evening.cards.map(({ id }) => id)
  const requests = fakeApi(
    Object.fromEntries(ids.map((id) => [`PATCH /api/evenings/${code}/votes/${id}`, () => evening])),
  )
  renderScreen(<VotingCards evening={evening} />)
  return requests
}

const said = (requests: FakeRequest[]) =>
  requests.map(({ route, body }) => [Number(route.split('/').at(-1)), body])
const heading = () => screen.getByRole('heading', { level: 2 }).textContent

describe('keys', () => {
  it('answer each card, to the start no, down fine, to the end yes', async () => {
    const requests = show()
    for (const key of ['{ArrowLeft}', '{ArrowDown}', '{ArrowRight}']) await userEvent.keyboard(key)
    await waitFor(() => expect(requests).toHaveLength(3))
    expect(said(requests)).toEqual([
      [1, { vote: 'no', veto: false }],
      [2, { vote: 'fine', veto: false }],
      [3, { vote: 'yes', veto: false }],
    ])
  })

  it('are mirrored where one reads from right to left', async () => {
    await changeLocale('ar')
    const requests = show()
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(said(requests)).toEqual([
      [1, { vote: 'yes', veto: false }],
      [2, { vote: 'no', veto: false }],
    ])
  })

  it('veto once it is sure, and do nothing beside the question, with another key, or held down', async () => {
    const requests = show()
    await userEvent.keyboard('v')
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText('Only one. Nobody learns who.')).toBeDefined()
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    fireEvent.keyDown(window, { key: 'ArrowRight', ctrlKey: true })
    fireEvent.keyDown(window, { key: 'ArrowRight', repeat: true })
    expect(requests).toEqual([])
    await userEvent.keyboard('v')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Veto' }),
    )
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(said(requests)).toEqual([[1, { vote: 'no', veto: true }]])
  })
})

describe('a swipe', () => {
  function swipe([x, y]: [number, number], pointerType = 'touch') {
    const touched = screen.getByRole('heading', { level: 2 })
    const at = (clientX: number, clientY: number) => ({
      pointerId: 1,
      pointerType,
      isPrimary: true,
      clientX,
      clientY,
    })
    fireEvent.pointerDown(touched, at(200, 300))
    fireEvent.pointerMove(touched, at(200 + x, 300 + y))
    fireEvent.pointerUp(touched, at(200 + x, 300 + y))
  }

  it('answers by where it goes, and brings the next card', async () => {
    const requests = show()
    swipe([-90, 10])
    expect(heading()).toBe('Aftersun')
    swipe([10, -90])
    expect(heading()).toBe('Parasite')
    swipe([90, 10])
    await waitFor(() => expect(requests).toHaveLength(3))
    expect(said(requests).map(([id, body]) => [id, (body as { vote: string }).vote])).toEqual([
      [1, 'no'],
      [2, 'fine'],
      [3, 'yes'],
    ])
  })

  it('that is short, goes down, or is a mouse’s answers nothing', () => {
    const requests = show()
    swipe([40, 0])
    swipe([5, 120])
    swipe([120, 0], 'mouse')
    expect(heading()).toBe('Heat')
    expect(requests).toEqual([])
  })

  it('that the browser takes for a scroll answers nothing', () => {
    const requests = show()
    const touched = screen.getByRole('heading', { level: 2 })
    const from = { pointerId: 1, pointerType: 'touch', isPrimary: true, clientX: 200, clientY: 300 }
    fireEvent.pointerDown(touched, from)
    fireEvent.pointerMove(touched, { ...from, clientY: 180 })
    fireEvent.pointerCancel(touched, { ...from, clientY: 180 })
    fireEvent.pointerUp(touched, { ...from, clientY: 100 })
    expect(heading()).toBe('Heat')
    expect(requests).toEqual([])
  })

  it('is mirrored where one reads from right to left', async () => {
    await changeLocale('ar')
    const requests = show()
    swipe([-90, 0])
    await waitFor(() => expect(said(requests)).toEqual([[1, { vote: 'yes', veto: false }]]))
  })
})

it('goes back to the card before, and says on which services a film is, with whose data', async () => {
  show()
  expect(screen.getByText('On Salt or Dune')).toBeDefined()
  expect(screen.getByText('Streaming data by JustWatch')).toBeDefined()
  const votes = screen.getByRole('radiogroup', { name: 'Heat, 1995: your vote' })
  await userEvent.click(within(votes).getByRole('radio', { name: 'Yes', checked: false }))
  expect(heading()).toBe('Aftersun')
  const back = screen.getByRole('button', { name: 'The one before' })
  await userEvent.click(back)
  expect(heading()).toBe('Heat')
  // It leads nowhere now, and keeps the focus.
  expect(document.activeElement).toBe(back)
  await userEvent.click(back)
  expect(heading()).toBe('Heat')
})
