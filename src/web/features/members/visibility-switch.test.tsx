import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { VisibilitySwitch } from './visibility-switch.tsx'

const member = { _id: 'm', discoverable: true }
const get = 'GET /api/users/m'
const save = 'PATCH /api/users/m'

function show() {
  renderScreen(<VisibilitySwitch memberId="m" />)
}
/** Beside the switch; the toasts have one of their own. */
const note = () => within(screen.getByText(/^Show me/).closest('label') ?? document.body).getByRole('status')
const choice = () => screen.findByRole<HTMLInputElement>('switch')
async function press() {
  const known = await choice()
  await waitFor(() => expect(known.disabled).toBe(false))
  await userEvent.click(known)
  return known
}

it('waits for what is chosen, then saves another choice at once, and says so for two seconds', async () => {
  const answer = Promise.withResolvers<object>()
  const requests = fakeApi({
    [get]: () => answer.promise,
    [save]: () => ({ user: { ...member, discoverable: false } }),
  })
  show()
  expect((await choice()).disabled).toBe(true)
  answer.resolve(member)
  const known = await press()
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ discoverable: false }))
  await waitFor(() => expect(known.checked).toBe(false))
  await waitFor(() => expect(note().textContent).toBe('Saved'))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(note().textContent).toBe('Saved')
  await waitFor(() => expect(note().textContent).toBe(''))
})

it('goes back when it could not be saved, and says so', async () => {
  fakeApi({
    [get]: () => member,
    [save]: () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  show()
  const known = await press()
  await waitFor(() => expect(note().textContent).toBe('Not saved. Try again.'))
  expect(known.checked).toBe(true)
})

it('shows what the server did where its answer was lost', async () => {
  let discoverable = true
  fakeApi({
    [get]: () => ({ ...member, discoverable }),
    [save]: () => {
      discoverable = false
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  show()
  const known = await press()
  await screen.findByText('Not saved. Try again.')
  await waitFor(() => expect(known.checked).toBe(false))
})

it('says when the choice could not be loaded, and loads it on another try', async () => {
  let fails = true
  fakeApi({
    [get]: () => {
      if (fails) throw new Refusal(500, 'server.failed', 'Something went wrong.')
      return { ...member, discoverable: false }
    },
  })
  show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect((await choice()).checked).toBe(false)
})
