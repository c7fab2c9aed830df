import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  answers,
  button,
  favourite,
  favouriteTitles,
  found,
  getMe,
  patchMe,
  profile,
  save,
  sent,
  show,
  signIn,
} from '#test/fakes/edit-profile.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'

// It loads when a dialog opens: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/sheet-panel.tsx'))
beforeEach(signIn)

async function openSearch() {
  await userEvent.click(button('Add film'))
  return within(await screen.findByRole('dialog', { name: 'Add films' }))
}

it('are added by search, at most four and none twice', async () => {
  fakeApi({
    [getMe]: () => profile,
    'GET /api/movies/search': answers([found(1, 'Salt Harbour'), found(7, 'Salt'), found(8, 'Salty')]),
  })
  await show()
  expect(screen.getByText('Use the main modal to add up to 4 favorite films.')).toBeDefined()
  const dialog = await openSearch()
  await userEvent.type(dialog.getByRole('combobox'), 'salt')
  const there = await dialog.findByRole('option', { name: 'Salt Harbour 2011 Added' })
  expect(there.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(there)
  await userEvent.click(dialog.getByRole('option', { name: 'Salt 2011 Add' }))
  expect(await dialog.findByRole('option', { name: 'Salt 2011 Added' })).toBeDefined()
  await userEvent.click(dialog.getByRole('option', { name: 'Salty 2011 Add' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(favouriteTitles()).toEqual(['Salt Harbour', 'The Last Well', 'Salt', 'Salty'])
  expect(screen.queryByRole('button', { name: 'Add film' })).toBeNull()
  expect(screen.queryByText(/main modal/)).toBeNull()
})

it('are sent in their order', async () => {
  const three = { ...profile, favoriteFilms: [...profile.favoriteFilms, favourite(7, 'Salt')] }
  const requests = fakeApi({ [getMe]: () => three, [patchMe]: () => ({ user: three }) })
  await show()
  await userEvent.click(button('Move Salt forward'))
  await userEvent.click(button('Remove Salt Harbour'))
  expect(favouriteTitles()).toEqual(['Salt', 'The Last Well'])
  await save()
  await waitFor(() => expect(sent(requests, patchMe)).toHaveLength(1))
  expect(sent(requests, patchMe)[0]?.body).toMatchObject({
    favoriteFilms: [{ tmdbId: 7 }, { tmdbId: 2 }],
  })
})

it('keep the focus at the film that moves, and on the way to more after a removal', async () => {
  fakeApi({ [getMe]: () => profile })
  await show()
  await userEvent.click(button('Move Salt Harbour back'))
  expect(favouriteTitles()).toEqual(['The Last Well', 'Salt Harbour'])
  expect(document.activeElement).toBe(button('Move Salt Harbour back'))
  expect(screen.getByText('Salt Harbour is now number 2 of 2.')).toBeDefined()
  await userEvent.click(button('Move Salt Harbour back'))
  expect(favouriteTitles()).toEqual(['The Last Well', 'Salt Harbour'])
  await userEvent.click(button('Remove The Last Well'))
  expect(document.activeElement).toBe(button('Add film'))
})

it('show what the server says of them', async () => {
  fakeApi({
    [getMe]: () => profile,
    [patchMe]: () => Promise.reject(new Refusal(400, 'member.favourites', 'x')),
  })
  await show()
  await userEvent.click(button('Remove Salt Harbour'))
  await save()
  expect(await screen.findByText('Choose at most 4 favorite films, each once.')).toBeDefined()
})
