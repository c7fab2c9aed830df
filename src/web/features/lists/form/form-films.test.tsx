import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { filmsShown, listId, listOf, openForm, saveButton } from '#test/fakes/list-form.tsx'
import { fakeApi } from '#test/fakes/web-api.ts'

const patch = `PATCH /api/lists/${listId}`

async function show(films: string) {
  const requests = fakeApi({
    [`GET /api/lists/${listId}`]: () => listOf(films),
    [patch]: () => listOf(films),
  })
  openForm(`/list/${listId}/edit`)
  await saveButton()
  return { sent: () => requests.filter(({ route }) => route === patch).map(({ body }) => body) }
}

const button = (name: string) => screen.getByRole('button', { name })
const place = (title: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^Place of ${title} `) })

it('moves films by buttons, which keep the focus, and says where they are', async () => {
  const { sent } = await show('abc')
  const up = button('Move c up')
  await userEvent.click(up)
  expect(filmsShown()).toBe('acb')
  expect(screen.getByText('c, now 2 of 3')).toBeTruthy()
  expect(document.activeElement).toBe(button('Move c up'))
  await userEvent.keyboard('{Enter}')
  expect(filmsShown()).toBe('cab')
  expect(document.activeElement).toBe(button('Move c up'))
  expect(button('Move c up').getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(filmsShown()).toBe('cab')
  await userEvent.click(button('Move c down'))
  expect(filmsShown()).toBe('acb')
  expect(document.activeElement).toBe(button('Move c down'))
  expect(button('Move b down').getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  expect(sent()).toEqual([
    {
      movies: ['a', 'c', 'b'].map((title) => ({ id: title.charCodeAt(0) })),
      basedOn: '2026-01-02T00:00:00.000Z',
    },
  ])
})

it('moves films to a place by its number, past the end to the end', async () => {
  const { sent } = await show('abcd')
  await userEvent.type(place('d'), '1{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 9 })
  expect(filmsShown()).toBe('dabc')
  expect(document.activeElement).toBe(place('d'))
  expect(place('d').value).toBe('1')
  await userEvent.clear(place('d'))
  await userEvent.type(place('d'), '٣{Enter}')
  expect(filmsShown()).toBe('abdc')
  await userEvent.clear(place('a'))
  await userEvent.type(place('a'), '99')
  // Phones have no Enter for numbers.
  await userEvent.tab()
  expect(filmsShown()).toBe('bdca')
  // Enter in it saves nothing.
  expect(sent()).toEqual([])
})

it.each(['0', '-2', 'first', '1.5', ' '])('moves nothing to place “%s”', async (text) => {
  await show('abc')
  await userEvent.clear(place('c'))
  await userEvent.type(place('c'), `${text}{Enter}`)
  expect(filmsShown()).toBe('abc')
  expect(place('c').value).toBe('3')
})

it('gives a number up by Escape', async () => {
  await show('abc')
  await userEvent.clear(place('c'))
  await userEvent.type(place('c'), '1{Escape}')
  await userEvent.tab()
  expect(filmsShown()).toBe('abc')
})

it('takes a film out and puts it back where it was', async () => {
  await show('abc')
  await userEvent.click(button('Remove b'))
  expect(filmsShown()).toBe('ac')
  expect(document.activeElement).toBe(button('Remove c'))
  expect(screen.getByText('b was removed.')).toBeTruthy()
  await userEvent.click(button('Move c up'))
  await userEvent.click(button('Undo'))
  expect(filmsShown()).toBe('cab')
  for (const title of ['a', 'b', 'c']) await userEvent.click(button(`Remove ${title}`))
  expect(document.activeElement).toBe(button('Add Movie'))
  expect(await saveButton()).toHaveProperty('disabled', true)
})

it('brings a film that went far away into sight, with the focus', async () => {
  const many = Array.from({ length: 300 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
    const { top } = to as unknown as ScrollToOptions
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true })
    // Not at once, like the browser's.
    setTimeout(() => act(() => window.dispatchEvent(new Event('scroll'))))
  })
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 1_000_000, configurable: true })
  await show(many)
  const title = many[2] ?? ''
  expect(document.querySelectorAll('[data-film]').length).toBeLessThan(40)
  await userEvent.clear(place(title))
  await userEvent.type(place(title), '200{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(place(title)))
  expect(place(title).value).toBe('200')
  expect(scroll).toHaveBeenCalled()
  scroll.mockRestore()
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
})
