import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { getSession } from '#web/lib/session.ts'
import * as cropDialog from '#web/ui/pictures/crop-dialog.tsx'
import { UploadAvatarForm } from './upload-avatar-form.tsx'

// jsdom has no canvas: the dialog hands back what a browser would have cropped.
beforeAll(() => {
  vi.spyOn(cropDialog, 'CropDialog').mockImplementation(({ onDone, aspect, round }) => (
    <button type="button" onClick={() => onDone(new Blob(['jpeg'], { type: 'image/jpeg' }))}>
      {aspect === 1 && round ? 'Done' : 'not a circle'}
    </button>
  ))
})

const id = '018f0000-0000-7000-8000-000000000001'
const route = `POST /api/upload/${id}/upload-avatar`
const next = '/media/avatars/new.jpg'

beforeEach(() => {
  localStorage.setItem(
    'user',
    JSON.stringify({ _id: id, username: 'layla', avatar: '/media/avatars/old.jpg' }),
  )
  localStorage.setItem('token', 'abc')
})

function show() {
  const onUploaded = vi.fn()
  const { queryClient } = renderScreen(<UploadAvatarForm onUploaded={onUploaded} />)
  queryClient.setQueryData(['members', id], { _id: id, avatar: '/media/avatars/old.jpg' })
  return { onUploaded, queryClient, actor: userEvent.setup() }
}

type Actor = ReturnType<typeof userEvent.setup>

const pictureShown = () => document.querySelector('img')?.getAttribute('src')
const press = (actor: Actor) => actor.click(screen.getByRole('button', { name: 'Upload and Enter' }))

async function pick(actor: Actor) {
  const field = screen.getByLabelText<HTMLInputElement>(/^(Choose photo|Change avatar)$/)
  expect(field.accept).toBe('image/*')
  await actor.upload(field, new File(['x'], 'me.png', { type: 'image/png' }))
  await actor.click(await screen.findByRole('button', { name: 'Done' }))
  await screen.findByLabelText('Change avatar')
}

it('needs a photo', async () => {
  const requests = fakeApi({})
  const { actor } = show()
  expect(pictureShown()).toBe('/media/avatars/old.jpg')
  await press(actor)
  expect(await screen.findByText('Please select a photo.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Choose photo'))
  await pick(actor)
  expect(screen.queryByText('Please select a photo.')).toBeNull()
  expect(requests).toEqual([])
})

it('uploads the cropped photo, keeps the new avatar and goes on', async () => {
  const requests = fakeApi({ [route]: () => ({ avatar: next }) })
  const { actor, onUploaded, queryClient } = show()
  await pick(actor)
  expect(pictureShown()).toMatch(/^blob:/)
  await press(actor)
  await waitFor(() => expect(onUploaded).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc')
  const photo = (requests[0]?.body as FormData | undefined)?.get('avatar')
  expect(photo).toMatchObject({ name: 'avatar.jpg', type: 'image/jpeg' })
  expect(getSession()?.user.avatar).toBe(next)
  expect(queryClient.getQueryData(['members', id])).toEqual({ _id: id, avatar: next })
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'layla', avatar: next })
})

it.each(['{"username":"layla"}', '{', ''])(
  'says that there is no user in the stored record %s, and uploads nothing',
  async (record) => {
    const requests = fakeApi({ [route]: () => ({ avatar: next }) })
    const { actor, onUploaded } = show()
    await pick(actor)
    localStorage.setItem('user', record)
    await press(actor)
    expect(await screen.findByText('User not found.')).toBeTruthy()
    expect(requests).toEqual([])
    expect(onUploaded).not.toHaveBeenCalled()
  },
)

it.each([
  ['no network', () => new NoNetwork()],
  ['a failing server', () => new Refusal(500, 'server.failed', 'Something went wrong.')],
  ['a refusal', () => new Refusal(413, 'upload.too_large', 'This file is too large.')],
])('%s: the photo stays and can be sent again', async (_, failure) => {
  let fails = true
  const requests = fakeApi({
    [route]: () => {
      if (fails) throw failure()
      return { avatar: next }
    },
  })
  const { actor, onUploaded } = show()
  await pick(actor)
  await press(actor)
  expect(await screen.findByText('Upload failed. Try again.')).toBeTruthy()
  expect(pictureShown()).toMatch(/^blob:/)
  expect(getSession()?.user.avatar).toBe('/media/avatars/old.jpg')
  fails = false
  await press(actor)
  await waitFor(() => expect(onUploaded).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(2)
})
