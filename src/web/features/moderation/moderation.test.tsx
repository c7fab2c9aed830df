import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { CaseDetail } from '#shared/api/moderation.ts'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { setShortcutsOn } from '#web/lib/shortcuts.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Shortcuts } from '#web/features/shortcuts/shortcuts.tsx'
import { CaseView } from './case-view.tsx'
import { GuestReport } from './guest-report.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { ReportsPart } from './reports-part.tsx'
import { StatementCard } from './statement-card.tsx'

// It loads when it opens: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/sheet-panel.tsx'))

const id = '018f0000-0000-7000-8000-000000000000'
const omar = '018f0000-0000-7000-8000-000000000002'
const at = '2026-01-02T10:00:00.000Z'

test('a report is kept while the dialog is left, and asks for words where they are needed', async () => {
  let broken = true
  const onClose = vi.fn<() => void>()
  const requests = fakeApi({
    'POST /api/reports': () => {
      if (broken) throw new Refusal(500, 'server.failed', 'Something went wrong.')
      return { number: 42 }
    },
  })
  const reported = {
    kind: 'log',
    id,
    memberId: omar,
    username: 'omar',
    excerpt: 'A review',
    pictures: [],
  } as const
  const show = () => renderScreen(<ReportSheet reported={reported} open onClose={onClose} />)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  screen.getByText('Please choose a reason.')
  await userEvent.click(screen.getByRole('radio', { name: 'Something else' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  screen.getByText('Please say in a few words what is wrong.')
  await userEvent.type(screen.getByRole('textbox'), 'It is odd.')
  cleanup()
  show()
  expect(await screen.findByDisplayValue('It is odd.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Something went wrong.')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests.at(-1)?.body).toEqual({ kind: 'log', target: id, reason: 'other', text: 'It is odd.' })
})

test('who wrote what is reported can be blocked with it, and muting is then not needed', async () => {
  const requests = fakeApi({
    'POST /api/reports': () => ({ number: 42 }),
    [`POST /api/users/${me}/blocks/${omar}`]: () => ({ blocked: true }),
  })
  signInAsLayla()
  const reported = { kind: 'reply', id, memberId: omar, username: 'omar', excerpt: '', pictures: [] } as const
  renderScreen(<ReportSheet reported={reported} open onClose={() => {}} />)
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Mute @omar' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Block @omar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(requests.map(({ route }) => route)).toEqual([
      'POST /api/reports',
      `POST /api/users/${me}/blocks/${omar}`,
    ]),
  )
})

test('a guest is led to what is missing, and told the number', async () => {
  const requests = fakeApi({ 'POST /api/reports/guest': () => ({ number: 7 }) })
  renderScreen(<GuestReport address="https://films.example.org/review/1" />)
  const send = screen.getByRole('button', { name: 'Send' })
  await userEvent.click(screen.getByRole('radio', { name: 'Spam' }))
  await userEvent.click(send)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your name' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), 'Rana')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'rana@example.org')
  await userEvent.click(send)
  screen.getByText('Please confirm that you believe it.')
  expect(requests).toEqual([])
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(send)
  await screen.findByText(/Your report has the number 7/)
  expect(requests.at(-1)?.body).toMatchObject({ name: 'Rana', goodFaith: true, language: 'en' })
})

test('a guest may leave name and email out of a report of what is illegal, and is promised no mail', async () => {
  const requests = fakeApi({ 'POST /api/reports/guest': () => ({ number: 8 }) })
  renderScreen(<GuestReport address="https://films.example.org/review/1" />)
  const hint = /can be reported without name and email/
  expect(screen.queryByText(hint)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Illegal content' }))
  screen.getByText(hint)
  await userEvent.type(screen.getByRole('textbox', { name: 'In your words' }), 'Look.')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Thank you. Your report has the number 8.')
  expect(requests.at(-1)?.body).toMatchObject({ name: '', email: '', reason: 'illegal' })
})

const detail: CaseDetail = {
  _id: id,
  kind: 'log',
  author: { _id: id, username: 'omar', avatar: null },
  excerpt: 'Buy watches.',
  reports: 1,
  reasons: ['spam'],
  openedAt: at,
  decidedAt: null,
  act: null,
  appealed: false,
  flooding: false,
  path: `/review/${id}`,
  before: { title: 'Parasite', text: 'Buy watches.', image: null, gif: null, spoilers: false },
  now: null,
  hidden: false,
  acts: ['none', 'hide', 'message'],
  person: null,
  told: [],
  decisions: [],
}

test('a decision asks for its facts, and somebody else’s that came first is shown', async () => {
  let isDecided = false
  const requests = fakeApi({
    [`GET /api/moderation/cases/${id}`]: () =>
      isDecided
        ? {
            ...detail,
            acts: ['restore'],
            decisions: [
              {
                _id: id,
                act: 'hide',
                ground: 'spam',
                facts: 'Decided before.',
                moderator: { _id: id, username: 'rana', avatar: null },
                decidedAt: at,
                liftedAt: null,
                appeal: null,
              },
            ],
          }
        : detail,
    [`POST /api/moderation/cases/${id}/decisions`]: () => {
      isDecided = true
      throw new Refusal(409, 'moderation.decided', 'Somebody else decided about this meanwhile.')
    },
  })
  renderScreen(
    <>
      <CaseView caseId={id} onClose={() => {}} onOpen={() => {}} onDecided={() => {}} />
      <Shortcuts />
    </>,
  )
  const hide = await screen.findByRole('button', { name: 'Hide' })
  await userEvent.keyboard(hide.getAttribute('aria-keyshortcuts') ?? '')
  expect(hide.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Decide and send' }))
  screen.getByText('Please say in a few words what is wrong.')
  // Digits that are typed choose nothing.
  await userEvent.type(screen.getByRole('textbox'), 'It sells 1 watch.')
  expect(hide.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Decide and send' }))
  await screen.findByText('Decided before.')
  expect(requests.find(({ body }) => body !== undefined)?.body).toEqual({
    act: 'hide',
    ground: 'spam',
    facts: 'It sells 1 watch.',
    seen: 0,
  })
  screen.getByRole('button', { name: 'Restore' })
})

test('the next case of the queue opens once one is decided', async () => {
  const next = '018f0000-0000-7000-8000-000000000003'
  fakeApi({
    'GET /api/moderation/cases': () => [detail, { ...detail, _id: next, kind: 'list' }],
    'GET /api/moderation/counts': () => ({ open: 2, appeals: 0 }),
    [`GET /api/moderation/cases/${id}`]: () => detail,
    [`GET /api/moderation/cases/${next}`]: () => ({ ...detail, _id: next, kind: 'list' }),
    [`POST /api/moderation/cases/${id}/decisions`]: () => detail,
  })
  renderScreen(
    <>
      <ReportsPart />
      <Shortcuts />
    </>,
    `/?case=${id}`,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Close without action' }))
  await userEvent.click(screen.getByRole('button', { name: 'Decide and send' }))
  const heading = await screen.findByRole('heading', { name: 'List' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // The queue's own keys, unless they are switched off.
  act(() => setShortcutsOn(false))
  await userEvent.keyboard('k')
  expect(screen.queryByRole('heading', { name: 'Review' })).toBeNull()
  act(() => setShortcutsOn(true))
  await userEvent.keyboard('k')
  const first = await screen.findByRole('heading', { name: 'Review' })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('Escape leaves the case that is open, but first the dialog above it', async () => {
  fakeApi({
    'GET /api/moderation/cases': () => [detail],
    'GET /api/moderation/counts': () => ({ open: 1, appeals: 0 }),
    [`GET /api/moderation/cases/${id}`]: () => detail,
  })
  function Screen() {
    const [isAsking, setAsking] = useState(false)
    return (
      <>
        <ReportsPart />
        <button onClick={() => setAsking(true)}>Ask</button>
        <Sheet open={isAsking} onClose={() => setAsking(false)} title="Sure?">
          Yes
        </Sheet>
      </>
    )
  }
  renderScreen(<Screen />, `/?case=${id}`)
  await screen.findByRole('button', { name: 'Hide' })
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('dialog', { name: 'Sure?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('button', { name: 'Hide' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull())
})

test('an appeal that was accepted says where nothing comes back', () => {
  const appeal = { text: 'It does not.', at, outcome: 'lifted', answer: 'You are right.' } as const
  const of = { _id: id, kind: 'log', excerpt: '', ground: 'spam', facts: '', decidedAt: at } as const
  for (const [act, text] of [
    ['hide', 'The appeal was accepted.'],
    ['remove', 'The appeal was accepted. What was removed cannot be brought back.'],
  ] as const) {
    const statement = { ...of, act, liftedAt: null, appealUntil: null, appeal }
    renderScreen(<StatementCard statement={statement} by={{ token: 'somebodys' }} />)
    expect(screen.getByText(text)).toBeDefined()
  }
})

test('a moderator reads that accepting an appeal brings nothing back that was removed', async () => {
  const appeal = {
    text: 'Mine.',
    at,
    outcome: null,
    answer: '',
    moderator: null,
    mayDecide: true,
  }
  const decision = { _id: id, ground: 'spam', facts: '', moderator: null, decidedAt: at, liftedAt: null }
  fakeApi({
    [`GET /api/moderation/cases/${id}`]: () => ({
      ...detail,
      decisions: [{ ...decision, act: 'remove', appeal }],
    }),
  })
  renderScreen(<CaseView caseId={id} onClose={() => {}} onOpen={() => {}} onDecided={() => {}} />)
  expect(await screen.findByText(/^What was removed cannot be brought back/)).toBeDefined()
})

test('a statement is appealed once', async () => {
  const statement = {
    _id: id,
    kind: 'log',
    excerpt: 'Buy watches.',
    act: 'hide',
    ground: 'spam',
    facts: 'It sells watches.',
    decidedAt: at,
    liftedAt: null,
    appealUntil: '2100-01-01T00:00:00.000Z',
    appeal: null,
  } as const
  const requests = fakeApi({ 'POST /api/appeals': () => statement })
  renderScreen(<StatementCard statement={statement} by={{ token: 'somebodys' }} />)
  const card = screen.getByRole('article')
  await userEvent.click(within(card).getByRole('button', { name: 'Appeal' }))
  expect(document.activeElement).toBe(within(card).getByRole('textbox'))
  await userEvent.click(within(card).getByRole('button', { name: 'Send the appeal' }))
  expect(requests).toEqual([])
  await userEvent.type(within(card).getByRole('textbox'), 'It does not.')
  await userEvent.click(within(card).getByRole('button', { name: 'Send the appeal' }))
  await expect.poll(() => requests.at(-1)?.body).toEqual({ token: 'somebodys', text: 'It does not.' })
})
