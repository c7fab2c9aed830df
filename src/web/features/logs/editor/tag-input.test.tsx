import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { filmLog, me } from '#test/fakes/film-page.tsx'
import { fakeApi, type FakeRequest } from '#test/fakes/web-api.ts'
import type { Log } from '#shared/api/logs.ts'
import { LogEditor } from './log-editor.tsx'

const film = { id: 7, title: 'Salt Harbour', poster: null, backdrop: null, isFavorite: false }
const saved = filmLog({ tags: ['Cinema', 'with Omar'] })

// It loads when it opens: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/sheet-panel.tsx'))

function show(log?: Log) {
  const editor = <LogEditor userId={me} film={film} {...(log ? { log } : {})} onClose={() => {}} />
  return renderRoutes([{ path: '/', element: editor }])
}

const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Tags' })
const chips = () =>
  screen
    .queryAllByRole('button', { name: /^Remove tag/ })
    .map((button) => button.textContent?.replace(/^#/, ''))

/** What is sent by the button. */
async function sent(requests: FakeRequest[], button: string) {
  await userEvent.click(screen.getByRole('button', { name: button }))
  const find = () => requests.find(({ route }) => /^(POST|PATCH)/.test(route))
  await waitFor(() => expect(find()).toBeDefined())
  const body = find()?.body
  if (!(body instanceof FormData)) throw new Error('a form was expected')
  return Object.fromEntries(body.entries())
}

describe('tags', () => {
  it('are twenty at most, of forty characters each, besides those that are there', async () => {
    const many = Array.from({ length: 19 }, (_, at) => `tag ${at}`)
    fakeApi({})
    show(filmLog({ tags: [...many, 'x'.repeat(60)] }))
    await userEvent.click(await box())
    await userEvent.paste('y'.repeat(41))
    expect((await box()).value).toBe('y'.repeat(40))
    await userEvent.keyboard('{Enter}')
    expect(chips()).toEqual([...many, 'x'.repeat(60)])
    await userEvent.keyboard('{Backspace}y{Enter}z{Enter}')
    expect(chips()).toEqual([...many, 'y'])
  })

  it('are added by Enter, a comma of either script and leaving the box, each once whatever its case', async () => {
    const requests = fakeApi({ 'POST /api/logs/full': () => saved })
    show()
    await userEvent.type(await box(), ' Cinema {Enter}with Omar,CINEMA،إعادة،')
    expect(chips()).toEqual(['Cinema', 'with Omar', 'إعادة'])
    await userEvent.type(await box(), 'late')
    expect((await sent(requests, 'Log'))['tags']).toBe('Cinema,with Omar,إعادة,late')
  })

  it('are pasted as a row, and taken off by Backspace or a press, which is announced', async () => {
    fakeApi({})
    show()
    await userEvent.click(await box())
    await userEvent.paste('one, two, three,four')
    expect([chips(), (await box()).value]).toEqual([['one', 'two', 'three'], 'four'])
    await userEvent.clear(await box())
    await userEvent.keyboard('{Backspace}')
    expect(screen.getByText('Tag removed: three')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag one' }))
    expect(chips()).toEqual(['two'])
    expect(document.activeElement).toBe(await box())
  })

  it('of one’s other logs are suggested by what a word begins with, and chosen by keys or a press', async () => {
    const own = ['Cinema', 'crime night', 'late cut', 'jazz'].map((tag) => ({ tag, logs: 1 }))
    fakeApi({ [`GET /api/users/${me}/tags`]: () => own })
    show(filmLog({ tags: ['CINEMA'] }))
    await userEvent.type(await box(), 'c')
    const list = within(await screen.findByRole('listbox'))
    const options = async () => (await list.findAllByRole('option')).map((option) => option.textContent)
    expect(await options()).toEqual(['crime night', 'late cut'])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const chosen = list.getByRole('option', { selected: true })
    expect([chosen.textContent, (await box()).getAttribute('aria-activedescendant')]).toEqual([
      'late cut',
      chosen.id,
    ])
    await userEvent.keyboard('{Enter}cr')
    await userEvent.click(await screen.findByRole('option', { name: 'crime night' }))
    expect(chips()).toEqual(['CINEMA', 'late cut', 'crime night'])
    await userEvent.type(await box(), 'j')
    await screen.findByRole('option', { name: 'jazz' })
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect((await box()).value).toBe('j')
  })

  it('and what is typed of one are in the draft, and come back', async () => {
    fakeApi({})
    const { unmount } = show()
    await userEvent.type(await box(), 'cinema,late')
    unmount()
    show()
    expect([chips(), (await box()).value]).toEqual([['cinema'], 'late'])
  })

  it('are not sent with what is not finished by one Enter more', async () => {
    fakeApi({})
    show()
    await userEvent.type(await box(), 'cinema,')
    // A browser sends the form of a box in which Enter does nothing else.
    expect(fireEvent.keyDown(await box(), { key: 'Enter' })).toBe(false)
    expect(chips()).toEqual(['cinema'])
  })

  it('of a log are sent when they changed only', async () => {
    const requests = fakeApi({ [`PATCH /api/logs/${saved._id}`]: () => saved })
    show(saved)
    expect((await box()) && chips()).toEqual(saved.tags)
    expect(await sent(requests, 'Update')).not.toHaveProperty('tags')
  })

  it('that are all taken off are sent as an empty text', async () => {
    const requests = fakeApi({ [`PATCH /api/logs/${saved._id}`]: () => saved })
    show(saved)
    await userEvent.type(await box(), '{Backspace}{Backspace}')
    expect((await sent(requests, 'Update'))['tags']).toBe('')
  })
})
