import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { GifPicker } from './gif-picker.tsx'
import type { GifItem, GifPage } from './gifs.api.ts'

// It loads when a dialog opens: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/sheet-panel.tsx'))

const gif = (title: string): GifItem => ({
  id: title,
  url: `/gifs/scene/${title}.webp`,
  still: `/gifs/scene/${title}.still.webp`,
  width: 200,
  height: 200,
  title,
})

const page = (titles: string[], more: Partial<GifPage> = {}): GifPage => ({
  results: titles.map(gif),
  provider: 'scene',
  nextPage: null,
  ...more,
})

const calls = {
  'GET /api/gifs/recent': () => page(['used']),
  'GET /api/gifs/trending': () => page(['hot', 'hotter']),
  'GET /api/gifs/search': ({ query }: { query: URLSearchParams }) =>
    page([`found ${query.get('q')}`, 'another', 'third']),
}

async function show() {
  const onChoose = vi.fn<(chosen: GifItem) => void>()
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GifPicker onChoose={onChoose} onClose={onClose} />
    </QueryClientProvider>,
  )
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search GIFs' })
  return { onChoose, onClose, box }
}

const tile = (title: string) => screen.findByRole('button', { name: `GIF: ${title}` })
const noTile = (title: string) => expect(screen.queryByRole('button', { name: `GIF: ${title}` })).toBeNull()
const tab = (name: string) => screen.getByRole('tab', { name })
const chosenTabs = () =>
  screen.queryAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)

describe('the tabs', () => {
  it('are the six specified ones', async () => {
    fakeApi(calls)
    await show()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Recently Used',
      'Trending',
      'Sad',
      'Celebrating',
      'Laughing',
      'Mind Blown',
    ])
  })

  it('begin with those used last', async () => {
    fakeApi(calls)
    await show()
    await tile('used')
    expect(chosenTabs()).toEqual(['Recently Used'])
  })

  it('begin with what is in fashion for who has used none, and say so in the other', async () => {
    fakeApi({ ...calls, 'GET /api/gifs/recent': () => page([]) })
    await show()
    await tile('hot')
    expect(chosenTabs()).toEqual(['Trending'])
    await userEvent.click(tab('Recently Used'))
    expect(await screen.findByText('No GIFs used yet. Those you send will wait for you here.')).toBeDefined()
  })

  it.each([
    ['Sad', 'sad'],
    ['Celebrating', 'celebrating'],
    ['Laughing', 'laughing'],
    ['Mind Blown', 'mind blown'],
  ])('%s searches for %s', async (name, q) => {
    const requests = fakeApi(calls)
    await show()
    await tile('used')
    await userEvent.click(tab(name))
    await tile(`found ${q}`)
    noTile('used')
    expect(requests.at(-1)?.route).toBe('GET /api/gifs/search')
    expect(Object.fromEntries(requests.at(-1)?.query ?? [])).toEqual({ q, page: '1' })
  })

  it('change by arrows', async () => {
    fakeApi(calls)
    await show()
    await tile('used')
    await userEvent.click(tab('Recently Used'))
    await userEvent.keyboard('{ArrowRight}')
    await tile('hot')
    expect(chosenTabs()).toEqual(['Trending'])
  })
})

describe('a search', () => {
  it('is sent once typing pauses, belongs to no tab, and ends with the choice of one', async () => {
    const requests = fakeApi(calls)
    const { box } = await show()
    await tile('used')
    await userEvent.type(box, ' salt ')
    await tile('found salt')
    expect(
      requests.filter(({ route }) => route.endsWith('search')).map(({ query }) => query.get('q')),
    ).toEqual(['salt'])
    expect(chosenTabs()).toEqual([])
    expect(await screen.findByText('3 results')).toBeDefined()
    await userEvent.click(tab('Trending'))
    await tile('hot')
    expect(box.value).toBe('')
  })

  it('survives that Tab leads over the tabs', async () => {
    fakeApi(calls)
    const { box } = await show()
    await userEvent.type(box, 'salt')
    const found = await tile('found salt')
    box.focus()
    // The button that clears, the tabs, then the GIFs.
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('role')).toBe('tab')
    await userEvent.tab()
    expect(document.activeElement).toBe(found)
    expect(box.value).toBe('salt')
  })

  it('says when nothing was found, and clearing returns to the tab', async () => {
    fakeApi({ ...calls, 'GET /api/gifs/search': () => page([]) })
    const { box } = await show()
    await userEvent.type(box, 'zzz')
    expect(await screen.findByText('No results found.')).toBeDefined()
    await userEvent.clear(box)
    await tile('used')
  })
})

it('shows 20 more on request, each GIF once', async () => {
  const titles = Array.from({ length: 20 }, (_, n) => `one ${n}`)
  const requests = fakeApi({
    ...calls,
    'GET /api/gifs/trending': ({ query }) =>
      query.get('page') === '1' ? page(titles, { nextPage: 2 }) : page(['one 19', 'last']),
  })
  await show()
  await tile('used')
  await userEvent.click(tab('Trending'))
  await tile('one 0')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await tile('last')
  expect(within(screen.getByRole('tabpanel')).getAllByRole('listitem')).toHaveLength(21)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(
    requests.filter(({ route }) => route.endsWith('trending')).map(({ query }) => query.get('page')),
  ).toEqual(['1', '2'])
})

describe('choosing', () => {
  it('gives the GIF, by press', async () => {
    fakeApi(calls)
    const { onChoose } = await show()
    await userEvent.click(await tile('used'))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(gif('used'))
  })

  it('works by keys alone: arrows lead from the box to the GIFs, among them and back, Enter chooses', async () => {
    fakeApi(calls)
    const { box, onChoose } = await show()
    await userEvent.type(box, 'salt')
    const first = await tile('found salt')
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(first)
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(await tile('another'))
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
    expect(document.activeElement).toBe(await tile('third'))
    await userEvent.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(gif('third'))
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(box)
  })

  it.each(['the box', 'a GIF'])('closes by Escape from %s', async (where) => {
    fakeApi(calls)
    const { box, onClose } = await show()
    const used = await tile('used')
    const target = where === 'the box' ? box : used
    target.focus()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })
})

describe('a tile', () => {
  const moving = () => document.querySelector('img[src="/gifs/scene/used.webp"]')

  it('stands still, and plays under the mouse', async () => {
    fakeApi(calls)
    await show()
    const used = await tile('used')
    expect(used.querySelector('img')?.getAttribute('src')).toBe('/gifs/scene/used.still.webp')
    expect(moving()).toBeNull()
    fireEvent.pointerEnter(used, { pointerType: 'touch' })
    expect(moving()).toBeNull()
    await userEvent.hover(used)
    expect(moving()).not.toBeNull()
    await userEvent.unhover(used)
    expect(moving()).toBeNull()
  })

  it('never plays where less motion is wanted', async () => {
    localStorage.setItem('scene.motion', 'reduce')
    fakeApi(calls)
    await show()
    await userEvent.hover(await tile('used'))
    expect(moving()).toBeNull()
  })

  it('shows its title where the picture cannot be loaded', async () => {
    fakeApi(calls)
    await show()
    const used = await tile('used')
    fireEvent.error(used.querySelector('img') as HTMLImageElement)
    expect(used.textContent).toBe('used')
  })
})

it.each([
  ['scene', 'Powered by Scene’s own drawings'],
  ['giphy', 'Powered by GIPHY'],
  ['klipy', 'Powered by KLIPY'],
] as const)('names the provider %s', async (provider, text) => {
  fakeApi({ ...calls, 'GET /api/gifs/recent': () => page(['used'], { provider }) })
  await show()
  expect(await screen.findByText(text)).toBeDefined()
})

describe('failures', () => {
  it('say why, and try again', async () => {
    let down = true
    fakeApi({
      ...calls,
      'GET /api/gifs/search': () => {
        // A refusal, since others are tried again behind the screen first.
        if (down) throw new Refusal(429, 'gif.source_down', 'GIFs are not available right now.')
        return page(['back'])
      },
    })
    await show()
    await userEvent.click(tab('Sad'))
    expect(await screen.findByText('GIFs are not available right now.')).toBeDefined()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await tile('back')
  })

  it('of those used last lead to what is in fashion', async () => {
    fakeApi({
      ...calls,
      'GET /api/gifs/recent': () => {
        throw new Refusal(400, 'request.invalid', 'x')
      },
    })
    await show()
    await tile('hot')
    expect(chosenTabs()).toEqual(['Trending'])
  })

  it('without a network say so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const gone = () => {
      throw new NoNetwork()
    }
    fakeApi({ 'GET /api/gifs/recent': gone, 'GET /api/gifs/trending': gone })
    await show()
    expect(await screen.findByText('You are offline. Choose a GIF once you are connected.')).toBeDefined()
    vi.restoreAllMocks()
  })
})
