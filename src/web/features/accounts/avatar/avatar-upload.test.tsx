import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAs } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { getSession } from '#web/lib/session.ts'
import { AvatarUpload } from './avatar-upload.tsx'
import styles from './avatar-upload.module.css'

const id = '018f0000-0000-7000-8000-000000000001'
const route = `POST /api/upload/${id}/upload-avatar`
const next = '/media/avatars/new.jpg'

beforeEach(() => {
  signInAs({ _id: id, username: 'layla' })
})

afterEach(() => {
  vi.useRealTimers()
})

function show() {
  const queryClient = createQueryClient()
  queryClient.setQueryData(['members', id], { _id: id, avatar: null })
  const onUploaded = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <AvatarUpload onUploaded={onUploaded} />
    </QueryClientProvider>,
  )
  return { onUploaded, queryClient }
}

const status = () => screen.getByRole('status')
const pick = () =>
  userEvent.upload(screen.getByLabelText('Choose photo'), new File(['x'], 'me.png', { type: 'image/png' }))
const press = () => userEvent.click(screen.getByRole('button', { name: 'Upload Avatar' }))

describe('AvatarUpload', () => {
  it('shows the photo in place of the words for none', async () => {
    fakeApi({})
    show()
    expect(screen.getByText('No Image')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Choose photo').accept).toBe('image/*')
    await pick()
    expect(await screen.findByRole('img', { name: 'Preview' })).toBeTruthy()
    expect(screen.queryByText('No Image')).toBeNull()
  })

  it('says in green that it worked, keeps the new avatar, and leaves a second later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const requests = fakeApi({ [route]: () => ({ avatar: next }) })
    const { onUploaded, queryClient } = show()
    const file = new File(['x'], 'me.png', { type: 'image/png' })
    fireEvent.change(screen.getByLabelText('Choose photo'), { target: { files: [file] } })
    fireEvent.click(screen.getByRole('button', { name: 'Upload Avatar' }))
    // Moves the clock on by 50 ms a look.
    await vi.waitFor(() => expect(status().textContent).toBe('✅ Upload successful!'))
    expect(status().className).toContain(styles['success'])
    expect(requests).toHaveLength(1)
    expect((requests[0]?.body as FormData | undefined)?.get('avatar')).toMatchObject({ name: 'me.png' })
    expect(getSession()?.user.avatar).toBe(next)
    expect(queryClient.getQueryData(['members', id])).toEqual({ _id: id, avatar: next })
    await act(() => vi.advanceTimersByTimeAsync(800))
    expect(onUploaded).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(onUploaded).toHaveBeenCalledOnce()
  })

  it.each([
    [
      'a refusal',
      () => new Refusal(415, 'upload.not_an_image', 'This file is not a supported image.'),
      '❌ Upload failed: This file is not a supported image.',
    ],
    [
      'a failing server',
      () => new Refusal(500, 'server.failed', 'Something went wrong.'),
      '❌ Upload failed: Something went wrong.',
    ],
    ['no network', () => new NoNetwork(), '❌ Something went wrong.'],
  ])('%s is said in red, and the photo can be sent again', async (_, failure, text) => {
    let fails = true
    fakeApi({
      [route]: () => {
        if (fails) throw failure()
        return { avatar: next }
      },
    })
    const { onUploaded } = show()
    await pick()
    await press()
    await waitFor(() => expect(status().textContent).toBe(text))
    expect(status().className).toContain(styles['danger'])
    expect(onUploaded).not.toHaveBeenCalled()
    fails = false
    await press()
    await waitFor(() => expect(status().textContent).toBe('✅ Upload successful!'))
  })

  it('needs a photo and a user', async () => {
    const requests = fakeApi({})
    show()
    await press()
    expect(status().textContent).toBe('Please select a photo.')
    await pick()
    localStorage.setItem('user', '{"username":"layla"}')
    await press()
    expect(status().textContent).toBe('User not found.')
    expect(requests).toEqual([])
  })
})
