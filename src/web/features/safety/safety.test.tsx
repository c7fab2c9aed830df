import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { SafetyView } from './safety-view.tsx'
import { useSafetyItems } from './use-safety-items.tsx'

const omar = { _id: '018f0000-0000-7000-8000-000000000002', username: 'omar', avatar: null }
const film = {
  tmdbId: 438631,
  id: 438631,
  title: 'Dune',
  titleLang: 'en',
  poster_path: null,
  poster: null,
  posterOverride: null,
  untilSeen: true,
}
const get = `GET /api/users/${me}/safety`
const block = `POST /api/users/${me}/blocks/${omar._id}`
const mute = `POST /api/users/${me}/mutes/${omar._id}`
const unmute = `DELETE /api/users/${me}/mutes/${omar._id}`

beforeEach(signInAsLayla)

function OmarMenu({ isMuted, leave }: { isMuted?: boolean; leave?: () => void | Promise<void> }) {
  const muted = { endsAt: null, notifications: true }
  const items = useSafetyItems()(omar, { mute: isMuted ? muted : undefined, leave })
  return <Menu label="More" items={items} />
}

async function choose(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('asks before it blocks, and leads on only when that was done', async () => {
  const requests = fakeApi({ [block]: () => ({ blocked: true }) })
  const leave = vi.fn<() => void>()
  renderScreen(<OmarMenu leave={leave} />)
  await choose('Block @omar…')
  const question = await screen.findByRole('alertdialog', { name: 'Block @omar?' })
  // Each of what it does beside a picture of it, which says nothing to those who hear it.
  const pictures = [...question.querySelectorAll('svg')]
  expect(pictures.map((one) => one.parentElement?.textContent.trim())).toEqual([
    'You will no longer see each other.',
    'Follows end both ways.',
    'No notice is sent.',
  ])
  expect(pictures.every((one) => one.getAttribute('aria-hidden') === 'true')).toBe(true)
  expect(new Set(pictures.map((one) => one.innerHTML)).size).toBe(3)
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(requests).toEqual([])
  await choose('Block @omar…')
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await screen.findByText('@omar is blocked')
  expect(requests.map(({ route }) => route)).toEqual([block])
  expect(leave).toHaveBeenCalledOnce()
})

it('leaves a screen of the member’s own, which is not asked for again: it would not be found', async () => {
  fakeApi({ [block]: () => ({ blocked: true }) })
  const ask = vi.fn<() => string>(() => 'what omar logged')
  function OwnScreen({ leave }: { leave: () => Promise<void> }) {
    useQuery({ queryKey: ['logs', 'member', omar._id], queryFn: ask })
    return <OmarMenu leave={leave} />
  }
  function Screens() {
    const [hasLeft, setLeft] = useState(false)
    // As the router does once the code of the next screen is here.
    const leave = async () => {
      await new Promise((resolve) => setTimeout(resolve))
      setLeft(true)
    }
    return hasLeft ? <p>Home</p> : <OwnScreen leave={leave} />
  }
  renderScreen(<Screens />)
  await choose('Block @omar…')
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await screen.findByText('Home')
  await screen.findByText('@omar is blocked')
  expect(ask).toHaveBeenCalledOnce()
})

it('says that a block failed, and stays', async () => {
  fakeApi({
    [block]: () => {
      throw new Refusal(500, 'server.failed', 'x')
    },
  })
  const leave = vi.fn<() => void>()
  renderScreen(<OmarMenu leave={leave} />)
  await choose('Block @omar…')
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await screen.findByRole('alert')
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map((one) => one.textContent)
        .join(),
    ).not.toBe(''),
  )
  expect(leave).not.toHaveBeenCalled()
})

it('mutes for a while, with notifications if wanted, and takes that back at once', async () => {
  const requests = fakeApi({
    [mute]: () => ({ mute: { endsAt: null, notifications: true } }),
    [unmute]: () => ({ mute: null }),
  })
  renderScreen(<OmarMenu />)
  await choose('Mute @omar…')
  const dialog = await screen.findByRole('dialog', { name: 'Mute @omar' })
  const choices = within(dialog).getByRole('group', { name: 'For how long' })
  expect(
    within(choices)
      .getAllByRole('radio')
      .map((one) => one.closest('label')?.textContent),
  ).toEqual(['For a day', 'For a week', 'For a month', 'Until I change it'])
  await userEvent.click(within(choices).getByRole('radio', { name: 'For a week' }))
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Their notifications too' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  await screen.findByText('@omar is muted')
  expect(requests.at(-1)?.body).toEqual({ days: 7, notifications: true })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requests.at(-1)?.route).toBe(unmute))
  // This one fails, when the dialog is long gone.
  fakeApi({
    [mute]: () => ({ mute: { endsAt: null, notifications: true } }),
    [unmute]: () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  await choose('Mute @omar…')
  await userEvent.click(await screen.findByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Not saved. Try again.')
})

it('offers to unmute who is muted, and nothing about oneself', async () => {
  const requests = fakeApi({ [unmute]: () => ({ mute: null }) })
  const { unmount } = renderScreen(<OmarMenu isMuted />)
  await choose('Unmute @omar')
  await screen.findByText('@omar is no longer muted')
  expect(requests.map(({ route }) => route)).toEqual([unmute])
  unmount()
  localStorage.setItem('user', JSON.stringify({ _id: omar._id, username: 'omar' }))
  renderScreen(<OmarMenu />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.queryByRole('menuitem')).toBeNull()
})

const nothing = { blocked: [], muted: [], words: [], films: [] }

it('shows what is hidden, and takes things off', async () => {
  let safety = {
    blocked: [omar],
    muted: [{ ...omar, username: 'reem', mute: { endsAt: '2026-04-14T00:00:00.000Z', notifications: true } }],
    words: ['snow'],
    films: [film],
  }
  const requests = fakeApi({
    [get]: () => safety,
    [`DELETE /api/users/${me}/blocks/${omar._id}`]: () => {
      safety = { ...safety, blocked: [] }
      return { blocked: false }
    },
    [`DELETE /api/users/${me}/muted-words`]: () => {
      safety = { ...safety, words: [] }
      return { words: [] }
    },
    [`POST /api/users/${me}/muted-films/${film.id}`]: () => ({ muted: true }),
  })
  renderScreen(<SafetyView memberId={me} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock @omar' }))
  await screen.findByText('Nobody is blocked.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Blocked members' }))
  expect(screen.getByText('Until 14 April 2026 · Notifications too')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show snow again' }))
  await screen.findByText('No words are hidden.')
  expect(requests.find(({ route }) => route.endsWith('muted-words'))?.query.get('word')).toBe('snow')
  await userEvent.click(screen.getByRole('switch', { name: 'Until I have seen it' }))
  await waitFor(() => expect(requests.some(({ body }) => body !== undefined)).toBe(true))
  expect(requests.find(({ body }) => body !== undefined)?.body).toEqual({ untilSeen: false })
})

it('adds a word, keeps what was typed where that fails, and says why', async () => {
  let fails = true
  fakeApi({
    [get]: () => nothing,
    [`POST /api/users/${me}/muted-words`]: () => {
      if (fails) throw new Refusal(400, 'safety.full', 'x')
      return { words: ['snow'] }
    },
  })
  renderScreen(<SafetyView memberId={me} />)
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Word or words' })
  await userEvent.type(box, 'snow{Enter}')
  await screen.findByText('This list is full. Take something off it first.')
  expect(box.value).toBe('snow')
  fails = false
  await userEvent.type(box, '{Enter}')
  await waitFor(() => expect(box.value).toBe(''))
})

it('says that it could not be loaded, and loads it on another try', async () => {
  let fails = true
  fakeApi({
    [get]: () => {
      if (fails) throw new Refusal(500, 'server.failed', 'x')
      return nothing
    },
  })
  renderScreen(<SafetyView memberId={me} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByText('Nobody is muted.')).toBeTruthy()
})
