import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { filmLog } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import type { Log } from '#shared/api/logs.ts'
import { localDay } from '#web/lib/format.ts'
import { LogEditor } from './log-editor.tsx'

const me = '018f0000-0000-7000-8000-000000000001'
const logId = '018f0000-0000-7000-8000-00000000000a'
const film = { id: 7, title: 'Salt Harbour', poster: null, backdrop: null, isFavorite: false }

const saved = filmLog({
  _id: logId,
  user: { _id: me, username: 'layla', avatar: null },
  rating: 4,
  review: 'Again, and better.',
  rewatch: true,
  rewatchCount: 1,
  watchedAt: '2026-02-03',
  createdAt: '2026-02-03T20:00:00.000Z',
  tags: ['Cinema', 'with Omar'],
})

const sad = {
  id: 'sad-1',
  url: '/gifs/scene/sad-1.webp',
  still: '/gifs/scene/sad-1.still.webp',
  width: 200,
  height: 200,
  title: 'Sad rain',
}
const gifCalls = {
  'GET /api/gifs/recent': () => ({ results: [sad], provider: 'scene', nextPage: null }),
}

// They load when they open: not within a test's patience.
beforeAll(() =>
  Promise.all([import('#web/ui/overlays/sheet-panel.tsx'), import('#web/features/gifs/gif-picker.tsx')]),
)

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }),
  )
})

function show(log?: Log) {
  const closed = vi.fn()
  const editor = <LogEditor userId={me} film={film} {...(log ? { log } : {})} onClose={closed} />
  const { router, unmount } = renderRoutes([{ path: '/', element: editor }])
  return { closed, router, unmount }
}

const stars = () => screen.findByRole('slider', { name: 'Rating' })
const review = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Review' })
const day = () => screen.getByLabelText<HTMLInputElement>('Watched on')
const picture = () => new File(['pixels'], 'still.png', { type: 'image/png', lastModified: 1 })
const keyOf = (request: FakeRequest | undefined) => request?.headers.get('Idempotency-Key')
function formOf(request: FakeRequest | undefined) {
  if (!(request?.body instanceof FormData)) throw new Error('a form was expected')
  return Object.fromEntries(request.body.entries())
}
const creations = (requests: FakeRequest[]) => requests.filter(({ route }) => route === 'POST /api/logs/full')

const picker = () => screen.findByRole('dialog', { name: 'Choose a GIF' })
const attachedGif = () => screen.queryByRole('img', { name: 'GIF: Sad rain' })
const spoilers = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Contains spoilers' })

async function chooseGif() {
  await userEvent.click(screen.getByRole('button', { name: 'Add GIF' }))
  await picker()
  await userEvent.click(await screen.findByRole('button', { name: 'GIF: Sad rain' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a GIF' })).toBeNull())
}

async function fill() {
  const slider = await stars()
  slider.focus()
  await userEvent.keyboard('3{ArrowUp}')
  // Empty, it begins where the page's language does.
  expect(review().dir).toBe('')
  await userEvent.type(review(), 'The sea does the acting.')
  expect(review().dir).toBe('auto')
  await userEvent.click(screen.getByRole('button', { name: 'Favorite' }))
  await userEvent.click(screen.getByRole('button', { name: 'Rewatch' }))
  await userEvent.click(screen.getByRole('button', { name: /^Rewatch/ }))
  await userEvent.upload(screen.getByLabelText('Add image'), picture())
}

describe('a new log', () => {
  it('sends what was entered, says so, and goes to the review', async () => {
    const requests = fakeApi({ 'POST /api/logs/full': () => saved })
    const { router, closed } = show()
    await fill()
    expect(day().value).toBe(localDay(new Date()))
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    expect(await screen.findByText('Log submitted!')).toBeDefined()
    const [creation] = creations(requests)
    expect(formOf(creation)).toMatchObject({
      movieId: '7',
      rating: '3.5',
      review: 'The sea does the acting.',
      favorite: 'true',
      rewatch: 'true',
      rewatchCount: '2',
      watchedAt: localDay(new Date()),
    })
    expect((formOf(creation)['image'] as File).name).toBe('still.png')
    expect(keyOf(creation)).toMatch(/^[0-9a-f-]{36}$/)
    expect(closed).toHaveBeenCalled()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${logId}`))
  })

  it('goes to the film when there is neither text nor media', async () => {
    fakeApi({ 'POST /api/logs/full': () => ({ ...saved, review: '' }) })
    const { router } = show()
    await stars()
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/movie/7'))
  })

  it('keeps everything when it fails, and retries under the same key', async () => {
    let online = false
    const requests = fakeApi({
      'POST /api/logs/full': () => {
        if (!online) throw new NoNetwork()
        return saved
      },
    })
    show()
    await fill()
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getAllByText('Failed to submit log.').length).toBeGreaterThan(0)
    expect(review().value).toBe('The sea does the acting.')
    expect((await stars()).getAttribute('aria-valuenow')).toBe('3.5')
    expect(screen.getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByAltText('Your image')).toBeDefined()
    online = true
    await userEvent.click(retry)
    expect(await screen.findByText('Log submitted!')).toBeDefined()
    const [first, second] = creations(requests)
    expect(keyOf(second)).toBe(keyOf(first))
    expect(formOf(second)).toEqual(formOf(first))
  })

  it('takes a new key once the content changed', async () => {
    const requests = fakeApi({
      'POST /api/logs/full': () => {
        throw new NoNetwork()
      },
    })
    show()
    await stars()
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    await screen.findByRole('button', { name: 'Retry' })
    await userEvent.type(review(), 'More.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(creations(requests)).toHaveLength(2))
    const [first, second] = creations(requests)
    expect(keyOf(second)).not.toBe(keyOf(first))
  })

  it('sends once however often the button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<Log>()
    const requests = fakeApi({ 'POST /api/logs/full': () => promise })
    show()
    await stars()
    const button = screen.getByRole('button', { name: 'Log' })
    await userEvent.dblClick(button)
    await userEvent.click(button)
    resolve(saved)
    expect(await screen.findByText('Log submitted!')).toBeDefined()
    expect(creations(requests)).toHaveLength(1)
  })
})

describe('a GIF', () => {
  it('is chosen, shown with the way to take it away, and sent; it then leads those used last', async () => {
    const requests = fakeApi({
      ...gifCalls,
      'POST /api/logs/full': () => ({ ...saved, review: '', gif: sad.url }),
    })
    const { router } = show()
    await stars()
    await chooseGif()
    expect(attachedGif()?.getAttribute('src')).toBe(sad.still)
    expect(screen.getByRole('button', { name: 'Change GIF' })).toBeDefined()
    await userEvent.click(spoilers())
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    expect(await screen.findByText('Log submitted!')).toBeDefined()
    expect(formOf(creations(requests)[0])).toMatchObject({ gif: sad.url, spoilers: 'true', review: '' })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${logId}`))
  })

  it('can be taken away again; the focus returns to the button that brings it back', async () => {
    const requests = fakeApi({ ...gifCalls, 'POST /api/logs/full': () => saved })
    show()
    await stars()
    await chooseGif()
    await userEvent.click(screen.getByRole('button', { name: 'Remove GIF' }))
    expect(attachedGif()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add GIF' }))
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    await screen.findByText('Log submitted!')
    expect(formOf(creations(requests)[0])).not.toHaveProperty('gif')
    expect(formOf(creations(requests)[0])).toHaveProperty('spoilers', 'false')
  })

  it('and the switch are in the draft, and come back', async () => {
    fakeApi(gifCalls)
    const { unmount } = show()
    await stars()
    await chooseGif()
    await userEvent.click(spoilers())
    unmount()
    show()
    await stars()
    expect(screen.getByText('Draft restored')).toBeDefined()
    expect(attachedGif()).not.toBeNull()
    expect(spoilers().checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(attachedGif()).toBeNull()
    expect(spoilers().checked).toBe(false)
  })

  it('stays when sending fails, with the reason and the way to try again', async () => {
    const requests = fakeApi({
      ...gifCalls,
      'POST /api/logs/full': () => {
        throw new Refusal(400, 'gif.unknown', 'This GIF cannot be used.')
      },
    })
    show()
    await stars()
    await chooseGif()
    await userEvent.upload(screen.getByLabelText('Add image'), picture())
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText('Failed to submit log. This GIF cannot be used.')).toBeDefined()
    expect(attachedGif()).not.toBeNull()
    expect(screen.getByAltText('Your image')).toBeDefined()
    await userEvent.click(retry)
    await waitFor(() => expect(creations(requests)).toHaveLength(2))
    expect(formOf(creations(requests)[1])).toEqual(formOf(creations(requests)[0]))
  })

  it('need not be chosen: Escape closes the picker only', async () => {
    fakeApi(gifCalls)
    const { closed } = show()
    await stars()
    await userEvent.type(review(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Add GIF' }))
    await picker()
    await screen.findByRole('button', { name: 'GIF: Sad rain' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a GIF' })).toBeNull())
    expect(closed).not.toHaveBeenCalled()
    expect(review().value).toBe('Half a thought')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add GIF' })))
  })
})

it('closes by Cancel and keeps what was written', async () => {
  fakeApi({})
  const { closed, unmount } = show()
  await stars()
  await userEvent.type(review(), 'Half a thought')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(closed).toHaveBeenCalled()
  unmount()
  show()
  await stars()
  expect(review().value).toBe('Half a thought')
})

describe('drafts', () => {
  it('come back, with the way to discard them and the way back', async () => {
    fakeApi({})
    const first = show()
    await stars()
    await userEvent.type(review(), 'Half a thought')
    first.unmount()
    show()
    await stars()
    expect(screen.getByText('Draft restored')).toBeDefined()
    expect(review().value).toBe('Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(review().value).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(review().value).toBe('Half a thought')
  })

  it('are kept when the page is hidden', async () => {
    fakeApi({})
    show()
    await stars()
    await userEvent.type(review(), 'Half a thought')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(localStorage.getItem(`draft:${me}:film:7`)).toContain('Half a thought')
  })

  it('are gone once the log was sent', async () => {
    fakeApi({ 'POST /api/logs/full': () => saved })
    const { unmount } = show()
    await stars()
    await userEvent.type(review(), 'Done')
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    await screen.findByText('Log submitted!')
    unmount()
    expect(localStorage.getItem(`draft:${me}:film:7`)).toBeNull()
  })
})

describe('a picture', () => {
  it('must be one', async () => {
    fakeApi({})
    show()
    await stars()
    const button = screen.getByLabelText('Add image')
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(button, new File(['a,b'], 'diary.csv', { type: 'text/csv' }))
    expect(screen.getByText('This file is not a supported image.')).toBeDefined()
    expect(screen.queryByAltText('Your image')).toBeNull()
  })

  it('can be taken away again', async () => {
    fakeApi({})
    show()
    await stars()
    await userEvent.upload(screen.getByLabelText('Add image'), picture())
    await userEvent.click(screen.getByRole('button', { name: 'Remove image' }))
    expect(screen.queryByAltText('Your image')).toBeNull()
  })
})

describe('an existing log', () => {
  it('is shown as it is and updated', async () => {
    const requests = fakeApi({ [`PATCH /api/logs/${logId}`]: () => saved })
    show({ ...saved, image: '/media/still.webp' })
    expect((await stars()).getAttribute('aria-valuenow')).toBe('4')
    expect(review().value).toBe('Again, and better.')
    expect(day().value).toBe('2026-02-03')
    await userEvent.click(screen.getByRole('button', { name: 'One rewatch less' }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear date' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove image' }))
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Log updated!')).toBeDefined()
    const form = formOf(requests.find(({ route }) => route.startsWith('PATCH')))
    expect(form).toEqual({
      rewatch: 'false',
      rewatchCount: '0',
      watchedAt: '',
      removeImage: 'true',
    })
  })

  it('shows its GIF and its switch; taking the GIF away says so, and what is untouched is not sent', async () => {
    const requests = fakeApi({ [`PATCH /api/logs/${logId}`]: () => saved })
    const withGif = {
      ...saved,
      gif: sad.url,
      gifDetails: { title: sad.title, width: 200, height: 200 },
      spoilers: true,
    }
    const first = show(withGif)
    await stars()
    expect(attachedGif()).not.toBeNull()
    expect(spoilers().checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('Log updated!')
    first.unmount()

    show(withGif)
    await stars()
    await userEvent.click(screen.getByRole('button', { name: 'Remove GIF' }))
    await userEvent.click(spoilers())
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(requests.filter(({ route }) => route.startsWith('PATCH'))).toHaveLength(2))
    const [untouched, without] = requests.filter(({ route }) => route.startsWith('PATCH')).map(formOf)
    expect(untouched).toEqual({})
    expect(without).toMatchObject({ gif: '', spoilers: 'false' })
  })
})
