import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { deleteMember } from '#shared/api/members.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { call } from '#web/lib/api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { AlertHost } from '#web/ui/overlays/alert.tsx'
import { isGivenUp } from './given-up.ts'
import { confirmed } from './step-up.ts'

// Loading the code of the lazy parts is not what is tested and takes long on a busy machine.
beforeAll(async () => {
  await Promise.all([
    import('./step-up-dialog.tsx'),
    import('#web/ui/overlays/alert-panel.tsx'),
    import('#web/ui/overlays/sheet-panel.tsx'),
  ])
}, 60_000)

const security = (proofs: string[]) => ({ 'GET /api/auth/security': () => ({ proofs }) })
const refuse = (code: string) => Promise.reject(new Refusal(403, code, 'whatever'))

function show(act: () => Promise<string>) {
  const ended = vi.fn()
  function Act() {
    const { mutate } = useMutation({ mutationFn: () => confirmed(act), onSettled: ended })
    return (
      <button type="button" onClick={() => mutate()}>
        Act
      </button>
    )
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Act />
      <AlertHost />
    </QueryClientProvider>,
  )
  return ended
}

/** Refused until somebody has proved who they are. */
function guarded() {
  const state = { proved: false, tries: 0 }
  const act = async () => {
    state.tries += 1
    await call(deleteMember, { params: { userId: 'a' } })
    return 'done'
  }
  const answers = {
    'DELETE /api/users/a': () => (state.proved ? { ok: true } : refuse('auth.step_up_required')),
  }
  return { state, act, answers }
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirm it is you' })

it('asks for the password, empties a wrong one, and the act goes on by itself', async () => {
  const { state, act, answers } = guarded()
  const requests = fakeApi({
    ...answers,
    ...security(['password']),
    'POST /api/auth/confirm': ({ body }) => {
      if ((body as { password: string }).password !== 'secret') return refuse('auth.password_wrong')
      state.proved = true
      return { confirmedUntil: '2030-01-01T00:00:00.000Z' }
    },
  })
  const ended = show(act)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await dialog()
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  await user.type(field, 'wrong{Enter}')
  expect(await screen.findByText('This password is not right.')).toBeTruthy()
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'secret{Enter}')
  await waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(ended.mock.calls[0]?.slice(0, 2)).toEqual(['done', null])
  expect(state.tries).toBe(2)
  expect(requests.filter(({ route }) => route === 'POST /api/auth/confirm')).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('takes a code, or a recovery code', async () => {
  const { state, act, answers } = guarded()
  const requests = fakeApi({
    ...answers,
    ...security(['code']),
    'POST /api/auth/confirm': () => {
      state.proved = true
      return { confirmedUntil: '2030-01-01T00:00:00.000Z' }
    },
  })
  const ended = show(act)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await screen.findByLabelText('Code')
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), 'ABCDE-FGHIJ{Enter}')
  await waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(requests.find(({ route }) => route === 'POST /api/auth/confirm')?.body).toEqual({
    code: 'ABCDE-FGHIJ',
  })
})

it('does nothing where the question is closed', async () => {
  const { state, act, answers } = guarded()
  fakeApi({ ...answers, ...security(['password']) })
  const ended = show(act)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await screen.findByLabelText('Password')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(isGivenUp(ended.mock.calls[0]?.[1])).toBe(true)
  expect(state.tries).toBe(1)
})

it('says where nothing in this browser can prove it', async () => {
  const { act, answers } = guarded()
  fakeApi({ ...answers, ...security(['passkey']) })
  show(act)
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
  expect(await screen.findByText(/^This browser cannot confirm it/)).toBeTruthy()
})

it('asks again for what did not load', async () => {
  const { act, answers } = guarded()
  let fails = true
  fakeApi({
    ...answers,
    'GET /api/auth/security': () => (fails ? refuse('request.rate_limited') : { proofs: ['password'] }),
  })
  show(act)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  expect(await screen.findByText('Could not be loaded.')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Password')).toBeTruthy()
})
