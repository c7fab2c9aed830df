import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bio,
  button,
  favouriteTitles,
  getMe,
  me,
  patchMe,
  profile,
  save,
  sent,
  show,
  signIn,
  type,
  uploadMine,
} from '#test/fakes/edit-profile.tsx'
import { fakePageLoads } from '#test/fakes/screen.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import * as pictureCrop from '#web/features/accounts/avatar/picture-crop.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { takeFlash } from '#web/lib/page-load.ts'
import { getSession } from '#web/lib/session.ts'
import { EditProfile } from './edit-profile.tsx'

// Cropping needs a canvas: the picked file counts as cropped.
beforeAll(() => {
  vi.spyOn(pictureCrop, 'AvatarCrop').mockImplementation(({ file, onDone }) => (
    <button type="button" onClick={() => onDone(file)}>
      crop
    </button>
  ))
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const photo = (name = 'me.jpg') => new File(['pixels'], name, { type: 'image/jpeg' })

async function changePhoto() {
  await userEvent.upload(screen.getByLabelText('Change photo'), photo())
  await userEvent.click(await screen.findByRole('button', { name: 'crop' }))
  await screen.findByAltText('Your new photo, not saved yet')
}

// It loads when a question is asked: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/alert-panel.tsx'))

beforeEach(signIn)

describe('saving', () => {
  it('says so and sends nothing when nothing changed', async () => {
    const requests = fakeApi({ [getMe]: () => profile })
    const { at } = await show()
    await save()
    expect(await screen.findByText('No changes to save.')).toBeDefined()
    await type(bio(), 'Other')
    await type(bio(), profile.bio)
    await save()
    expect(requests.every(({ route }) => route === getMe)).toBe(true)
    expect(at()).toBe('/edit-profile')
  })

  it('sends only what changed, keeps it everywhere and goes to the profile', async () => {
    const changed = { ...profile, bio: 'Front row.', socials: { X: 'layla', youtube: '@layla' } }
    const requests = fakeApi({ [getMe]: () => profile, [patchMe]: () => ({ user: changed }) })
    const { at, queryClient, router } = await show()
    await type(bio(), 'Front row.')
    await save()
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
    expect(sent(requests, patchMe).map(({ body }) => body)).toEqual([{ bio: 'Front row.' }])
    expect(queryClient.getQueryData(memberQuery(me).queryKey)).toEqual(changed)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ bio: 'Front row.', token: 'abc' })
    // The form is not left behind in the history.
    await router.navigate(-1)
    expect(at()).toBe('/settings')
  })

  it('sends the whole map of links, without the emptied one', async () => {
    const requests = fakeApi({ [getMe]: () => profile, [patchMe]: () => ({ user: profile }) })
    await show()
    await type(field('Website'), '')
    await type(field('YouTube'), ' @layla ')
    await save()
    await waitFor(() => expect(sent(requests, patchMe)).toHaveLength(1))
    expect(sent(requests, patchMe)[0]?.body).toEqual({ socials: { X: 'layla', youtube: '@layla' } })
  })

  it.each([
    ['no answer', () => Promise.reject(new NoNetwork())],
    ['a refusal', () => Promise.reject(new Refusal(500, 'server.failed', 'Something went wrong.'))],
  ])('keeps everything after %s, and can be tried again', async (_, fail) => {
    let broken = true
    fakeApi({ [getMe]: () => profile, [patchMe]: () => (broken ? fail() : { user: profile }) })
    const { at } = await show()
    await type(bio(), 'Front row.')
    await save()
    const texts = await screen.findAllByText('Failed to update profile.')
    expect(texts.length).toBeGreaterThan(0)
    expect(bio().value).toBe('Front row.')
    expect(at()).toBe('/edit-profile')
    broken = false
    await userEvent.click(button('Retry'))
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
  })

  it('sends once however often the button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const requests = fakeApi({ [getMe]: () => profile, [patchMe]: () => promise })
    const { at } = await show()
    await type(bio(), 'Front row.')
    await userEvent.dblClick(button('Save'))
    await save()
    resolve({ user: { ...profile, bio: 'Front row.' } })
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
    expect(sent(requests, patchMe)).toHaveLength(1)
  })

  it('stays where more was typed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const requests = fakeApi({ [getMe]: () => profile, [patchMe]: () => promise })
    const { at } = await show()
    await type(bio(), 'Front')
    await save()
    await userEvent.type(bio(), ' row.')
    resolve({ user: { ...profile, bio: 'Front' } })
    await waitFor(() => expect(button('Save').getAttribute('aria-busy')).toBeNull())
    expect(at()).toBe('/edit-profile')
    expect(bio().value).toBe('Front row.')
    await save()
    await waitFor(() => expect(sent(requests, patchMe)).toHaveLength(2))
  })
})

it('cuts the bio at 180 characters and announces the last twenty', async () => {
  fakeApi({ [getMe]: () => ({ ...profile, bio: 'x'.repeat(159) }) })
  await show()
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced()).not.toContain('20 characters left')
  await userEvent.type(bio(), 'y')
  expect(announced()).toContain('20 characters left')
  await userEvent.type(bio(), 'z'.repeat(30))
  expect(bio().value).toHaveLength(180)
})

describe('the photo', () => {
  it('is shown at once, uploaded on Save, and new everywhere', async () => {
    const requests = fakeApi({ [getMe]: () => profile, [uploadMine]: () => ({ avatar: '/media/new.webp' }) })
    const { at, queryClient } = await show()
    queryClient.setQueryData(
      ['logs', 'feed', me],
      [{ _id: 'l', user: { _id: me, avatar: '/media/old.webp' } }],
    )
    await changePhoto()
    expect(sent(requests, uploadMine)).toEqual([])
    await save()
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
    expect(sent(requests, uploadMine)[0]?.body).toBeInstanceOf(FormData)
    expect(sent(requests, patchMe)).toEqual([])
    expect(getSession()?.user.avatar).toBe('/media/new.webp')
    expect(queryClient.getQueryData(memberQuery(me).queryKey)?.avatar).toBe('/media/new.webp')
    expect(queryClient.getQueryData(['logs', 'feed', me])).toMatchObject([
      { user: { avatar: '/media/new.webp' } },
    ])
  })

  it('is kept when it cannot be uploaded; nothing else is sent until it could', async () => {
    let broken = true
    const requests = fakeApi({
      [getMe]: () => profile,
      [patchMe]: () => ({ user: profile }),
      [uploadMine]: () => {
        if (broken) throw new NoNetwork()
        return { avatar: '/media/new.webp' }
      },
    })
    const { at } = await show()
    await changePhoto()
    await type(bio(), 'Front row.')
    await save()
    expect(await screen.findByText('Avatar upload failed.')).toBeDefined()
    expect(screen.getByText('Upload failed.')).toBeDefined()
    expect(screen.getByAltText('Your new photo, not saved yet')).toBeDefined()
    expect(sent(requests, patchMe)).toEqual([])
    broken = false
    await save()
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
    expect(sent(requests, patchMe)).toHaveLength(1)
  })

  it('is not uploaded again when only the rest failed', async () => {
    let broken = true
    const requests = fakeApi({
      [getMe]: () => profile,
      [uploadMine]: () => ({ avatar: '/media/new.webp' }),
      [patchMe]: () => {
        if (broken) throw new NoNetwork()
        return { user: profile }
      },
    })
    const { at } = await show()
    await changePhoto()
    await type(bio(), 'Front row.')
    await save()
    await screen.findByRole('button', { name: 'Retry' })
    broken = false
    await save()
    await waitFor(() => expect(at()).toBe(`/profile/${me}`))
    expect(sent(requests, uploadMine)).toHaveLength(1)
  })

  it('must be one, and the server’s reason is told', async () => {
    const text = 'This file is too large.'
    fakeApi({
      [getMe]: () => profile,
      [uploadMine]: () => Promise.reject(new Refusal(413, 'upload.too_large', text)),
    })
    await show()
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(screen.getByLabelText('Change photo'), new File(['a,b'], 'a.csv', { type: 'text/csv' }))
    expect(await screen.findByText('This file is not a supported image.')).toBeDefined()
    expect(screen.getByLabelText('Change photo').getAttribute('accept')).toBe('image/*')
    await changePhoto()
    await save()
    expect(await screen.findByText(text)).toBeDefined()
  })
})

describe('leaving', () => {
  it('asks when something is not saved; staying keeps it', async () => {
    fakeApi({ [getMe]: () => profile })
    const { at } = await show()
    await type(bio(), 'Front row.')
    await userEvent.click(button('Back'))
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeDefined()
    await userEvent.click(button('Keep editing'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(at()).toBe('/edit-profile')
    expect(bio().value).toBe('Front row.')
  })

  it('asks on a link too; leaving forgets the changes', async () => {
    fakeApi({ [getMe]: () => profile })
    const { at, router } = await show()
    await type(bio(), 'Front row.')
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
    await screen.findByRole('alertdialog')
    await userEvent.click(button('Leave'))
    await waitFor(() => expect(at()).toBe('/trending'))
    await router.navigate('/edit-profile')
    await waitFor(() => expect(bio().value).toBe(profile.bio))
  })

  it('asks nothing when nothing changed', async () => {
    fakeApi({ [getMe]: () => profile })
    const { at } = await show()
    await userEvent.click(button('Back'))
    await waitFor(() => expect(at()).toBe('/settings'))
  })

  it('keeps what was entered over a reload', async () => {
    fakeApi({ [getMe]: () => profile })
    const { unmount } = await show()
    await type(bio(), 'Front row.')
    await changePhoto()
    await type(field('TikTok'), 'layla')
    await userEvent.click(button('Remove The Last Well'))
    unmount()
    await show()
    expect(bio().value).toBe('Front row.')
    expect(field('TikTok').value).toBe('layla')
    expect(favouriteTitles()).toEqual(['Salt Harbour'])
    expect(screen.getByAltText('Your new photo, not saved yet')).toBeDefined()
  })
})

describe('contact info', () => {
  it('opens and closes, and tells about the address and who sees it', async () => {
    fakeApi({ [getMe]: () => profile })
    await show()
    expect(screen.getByText('layla@example.org').closest('[hidden]')).not.toBeNull()
    await userEvent.click(button('Show'))
    expect(screen.getByText('layla@example.org').closest('[hidden]')).toBeNull()
    expect(screen.getByText('This address is not verified yet.')).toBeDefined()
    expect(screen.getByText('Nobody but you can see this.')).toBeDefined()
    const verify = screen.getByRole('link', { name: 'Verify your email address' })
    expect(verify.getAttribute('href')).toBe('/verify-email')
    await userEvent.click(button('Hide'))
    expect(screen.getByText('layla@example.org').closest('[hidden]')).not.toBeNull()
  })
})

describe('deleting the account', () => {
  async function agree() {
    await userEvent.click(button('Delete My Account'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
    expect(question.getByText(/logs, reviews, comments, lists/)).toBeDefined()
    return question
  }

  it('asks; no means no', async () => {
    const requests = fakeApi({ [getMe]: () => profile })
    const loadPage = fakePageLoads()
    await show()
    await userEvent.click((await agree()).getByRole('button', { name: 'Cancel' }))
    expect(requests.every(({ route }) => route.startsWith('GET'))).toBe(true)
    expect(loadPage).not.toHaveBeenCalled()
  })

  it('forgets the session and everything stored, then leads to /login, which says so', async () => {
    const requests = fakeApi({ [getMe]: () => profile, [`DELETE /api/users/${me}`]: () => ({ ok: true }) })
    const loadPage = fakePageLoads()
    await show()
    await type(bio(), 'Front row.')
    await userEvent.click((await agree()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/login'))
    expect(requests.at(-1)?.headers.get('authorization')).toBe('Bearer abc')
    expect(getSession()).toBeNull()
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('profileDraft'))).toEqual([])
    expect(takeFlash()).toBe('account-deleted')
  })

  it('says when it failed, and keeps the session', async () => {
    fakeApi({ [getMe]: () => profile, [`DELETE /api/users/${me}`]: () => Promise.reject(new NoNetwork()) })
    const loadPage = fakePageLoads()
    await show()
    await userEvent.click((await agree()).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete account.')).toBeDefined()
    expect(getSession()).not.toBeNull()
    expect(loadPage).not.toHaveBeenCalled()
  })
})

it('shows an outline while the profile loads, and a way to try again when it does not come', async () => {
  let broken = true
  fakeApi({
    [getMe]: () => {
      if (broken) throw new Refusal(404, 'member.not_found', 'User not found.')
      return profile
    },
  })
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <EditProfile userId={me} /> }])} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect(await screen.findByText('User not found.')).toBeDefined()
  broken = false
  await userEvent.click(button('Try again'))
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined()
})

it('leads to the import and to the settings', async () => {
  fakeApi({ [getMe]: () => profile })
  await show()
  expect(screen.getByRole('link', { name: 'Import data' }).getAttribute('href')).toBe('/import')
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
})
