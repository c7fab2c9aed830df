import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answers,
  bio,
  button,
  found,
  getMe,
  me,
  patchMe,
  profile,
  save,
  sent,
  show,
  signIn,
  type,
} from '#test/fakes/edit-profile.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'

beforeEach(signIn)

describe('the backdrop', () => {
  const film = { ...found(7, 'Salt', '/b1.jpg'), backdrops: ['/b1.jpg', '/b2.jpg'] }
  const api = {
    'GET /api/movies/search': answers([found(7, 'Salt', '/b1.jpg'), found(8, 'Salty')]),
    'GET /api/movies/7': () => film,
  }

  it('is chosen from a film and saved by Save, with the rest of the form', async () => {
    const requests = fakeApi({ [getMe]: () => profile, [patchMe]: () => ({ user: profile }), ...api })
    const { at, router } = await show()
    await type(bio(), 'Front row.')
    await userEvent.click(button('Change backdrop'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(await screen.findByText('Search for a film, then choose one of its backdrops.')).toBeDefined()
    const done = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Done' })
    expect(done().disabled).toBe(true)
    await userEvent.type(screen.getByRole('searchbox'), 'salt')
    await userEvent.click(await screen.findByRole('link', { name: /^Salt 2011/ }))
    // Films without a backdrop are left out.
    expect(screen.queryByText('Salty')).toBeNull()
    expect(router.state.location.search).toBe('?q=salt&film=7')
    await userEvent.click(await screen.findByRole('radio', { name: 'Backdrop 2' }))
    await userEvent.click(done())
    await waitFor(() => expect(bio().value).toBe('Front row.'))
    expect(at()).toBe('/edit-profile')
    expect(sent(requests, patchMe)).toEqual([])
    await save()
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
    expect(sent(requests, patchMe)[0]?.body).toEqual({ bio: 'Front row.', backdrop: '/t/p/original/b2.jpg' })
    await router.navigate(-1)
    expect(at()).toBe('/settings')
  })

  it('goes back step by step, and nothing is chosen', async () => {
    fakeApi({ [getMe]: () => profile, ...api })
    const { at, router } = await show()
    await userEvent.click(button('Change backdrop'))
    await userEvent.type(await screen.findByRole('searchbox'), 'salt')
    await userEvent.click(await screen.findByRole('link', { name: /^Salt 2011/ }))
    await screen.findByRole('radio', { name: 'Backdrop 1' })
    await userEvent.click(button('Back'))
    await waitFor(() => expect(router.state.location.search).toBe('?q=salt'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Salt 2011/ })))
    await userEvent.click(button('Back'))
    await screen.findByRole('button', { name: 'Save' })
    expect(at()).toBe('/edit-profile')
    await save()
    expect(await screen.findByText('No changes to save.')).toBeDefined()
  })

  it('says when nothing was found, also when the search failed', async () => {
    let broken = false
    fakeApi({
      [getMe]: () => profile,
      'GET /api/movies/search': () => {
        if (broken) throw new Refusal(400, 'request.invalid', 'x')
        return { results: [found(8, 'Salty')], page: 1, total_pages: 1 }
      },
    })
    await show({ path: '/choose-backdrop' })
    await userEvent.type(screen.getByRole('searchbox'), 'salty')
    expect(await screen.findByText('No results found.')).toBeDefined()
    broken = true
    await userEvent.clear(screen.getByRole('searchbox'))
    expect(screen.queryByText('No results found.')).toBeNull()
    await userEvent.type(screen.getByRole('searchbox'), 'pepper')
    expect(await screen.findByText('No results found.')).toBeDefined()
    expect(screen.queryAllByRole('alert').filter(({ textContent }) => textContent !== '')).toEqual([])
  })

  it('never lets an older answer replace a newer one', async () => {
    const first = Promise.withResolvers<object>()
    fakeApi({
      [getMe]: () => profile,
      'GET /api/movies/search': ({ query }) =>
        query.get('q') === 'salt'
          ? first.promise
          : { results: [found(9, 'Pepper', '/p.jpg')], page: 1, total_pages: 1 },
    })
    await show({ path: '/choose-backdrop?q=salt' })
    await type(screen.getByRole('searchbox'), 'pepper')
    expect(await screen.findByRole('link', { name: /^Pepper/ })).toBeDefined()
    first.resolve({ results: [found(7, 'Salt', '/b.jpg')], page: 1, total_pages: 1 })
    await first.promise
    expect(screen.getByRole('link', { name: /^Pepper/ })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Salt/ })).toBeNull()
  })

  it('opens from an address, shows the one in use as chosen, and leads to the form', async () => {
    fakeApi({ [getMe]: () => ({ ...profile, profileBackdrop: '/t/p/original/b2.jpg' }), ...api })
    const { at } = await show({ path: '/choose-backdrop?q=salt&film=7' })
    const second = await screen.findByRole<HTMLInputElement>('radio', { name: 'Backdrop 2' })
    await waitFor(() => expect(second.checked).toBe(true))
    await userEvent.click(screen.getByRole('radio', { name: 'Backdrop 1' }))
    await userEvent.click(button('Done'))
    await waitFor(() => expect(at()).toBe('/edit-profile'))
    expect(await screen.findByRole('button', { name: 'Remove backdrop' })).toBeDefined()
  })

  it('can be taken away', async () => {
    const withBackdrop = {
      ...profile,
      profileBackdrop: '/t/p/original/b2.jpg',
      backdrop: '/t/p/original/b2.jpg',
    }
    const requests = fakeApi({ [getMe]: () => withBackdrop, [patchMe]: () => ({ user: profile }) })
    await show()
    await userEvent.click(button('Remove backdrop'))
    expect(document.activeElement).toBe(button('Change backdrop'))
    await save()
    await waitFor(() => expect(sent(requests, patchMe)).toHaveLength(1))
    expect(sent(requests, patchMe)[0]?.body).toEqual({ backdrop: null })
  })
})
