import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { filmLog, me } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import type { Log } from '#shared/api/logs.ts'
import { logDraftKey } from './log-draft.ts'
import { LogEditor } from './log-editor.tsx'

const film = { id: 7, title: 'Salt Harbour', poster: null, backdrop: null, isFavorite: false }
const saved = filmLog({ review: 'Again, and better.' })

// It loads when it opens: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/sheet-panel.tsx'))

async function show(log?: Log, before: string[] = [], state?: unknown) {
  const editor = <LogEditor userId={me} film={film} {...(log ? { log } : {})} onClose={() => {}} />
  const { router, unmount } = renderRoutes([{ path: '/movie/:id', element: editor }], ...before, {
    pathname: '/movie/7',
    state,
  })
  await screen.findByRole('slider', { name: 'Rating' })
  return { router, unmount }
}

const button = (name: string) => screen.getByRole('button', { name })

describe('the history', () => {
  it('has the review once when it was changed from there', async () => {
    fakeApi({ [`PATCH /api/logs/${saved._id}`]: () => saved })
    const { router } = await show(saved, [`/review/${saved._id}`], { fromReview: true })
    await userEvent.click(button('Update'))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${saved._id}`))
    expect(router.state.historyAction).toBe('POP')
  })

  it('has the film once when it was logged without a text', async () => {
    fakeApi({ 'POST /api/logs/full': () => ({ ...saved, review: '' }) })
    const { router } = await show()
    await userEvent.click(button('Log'))
    await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
    expect(router.state.location.pathname).toBe('/movie/7')
  })
})

it('leaves alone what another tab kept, while nothing is written here', async () => {
  fakeApi({})
  const { unmount } = await show()
  const key = logDraftKey(me, film.id)
  localStorage.setItem(key, 'from the other tab')
  unmount()
  expect(localStorage.getItem(key)).toBe('from the other tab')
})

it('sends once however fast it is pressed', async () => {
  const requests = fakeApi({ 'POST /api/logs/full': () => new Promise(() => {}) })
  await show()
  const log = button('Log')
  act(() => {
    log.click()
    log.click()
  })
  await waitFor(() => expect(log.getAttribute('aria-busy')).toBe('true'))
  expect(requests.filter(({ route }) => route === 'POST /api/logs/full')).toHaveLength(1)
})

describe('a text that was changed elsewhere', () => {
  const route = `PATCH /api/logs/${saved._id}`
  /** The server, on which another device changed text and stars, and what it is sent. */
  function changedTo(review: string) {
    const now = { ...saved, review, rating: 1, replies: [], moreReviews: [] }
    const sent: Record<string, unknown>[] = []
    fakeApi({
      [`GET /api/logs/${saved._id}`]: () => now,
      [route]: ({ body }) => {
        const form = Object.fromEntries((body as FormData).entries())
        sent.push(form)
        if (form['reviewBefore'] !== review)
          throw new Refusal(409, 'log.changed', 'This review was changed elsewhere meanwhile.')
        return now
      },
    })
    return sent
  }
  async function writeAndSend() {
    await show(saved)
    await userEvent.type(screen.getByRole('textbox', { name: 'Review' }), ' Mine.')
    await userEvent.click(button('Update'))
    return screen.findByRole('alertdialog')
  }

  it('is told before it is replaced; what was not touched here becomes as it is there', async () => {
    const sent = changedTo('From the desk.')
    const told = await writeAndSend()
    expect(told.textContent).toContain('From the desk.')
    await userEvent.click(button('OK'))
    expect(screen.getByRole('slider', { name: 'Rating' }).getAttribute('aria-valuenow')).toBe('1')
    expect(screen.getByDisplayValue('Again, and better. Mine.')).toBeDefined()
    await userEvent.click(button('Update'))
    await screen.findByText('Log updated!')
    expect(sent).toEqual([
      { review: 'Again, and better. Mine.', reviewBefore: 'Again, and better.' },
      { review: 'Again, and better. Mine.', reviewBefore: 'From the desk.' },
    ])
  })

  it('or removed', async () => {
    changedTo('')
    expect((await writeAndSend()).textContent).toContain('was removed elsewhere meanwhile')
  })
})
