import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { audienceKinds, itemKinds, type Audience } from '#shared/audience.ts'
import { AudienceMark } from './audience-mark.tsx'
import { AudiencesView } from './audiences-view.tsx'

const read = `GET /api/users/${me}/audiences`
const write = `PATCH /api/users/${me}/audiences`

const choices = (audience: Audience = 'members', count = 214) => ({
  audiences: Object.fromEntries(audienceKinds.map((kind) => [kind, audience])),
  items: Object.fromEntries(itemKinds.map((kind) => [kind, count])),
})

beforeAll(async () => {
  await import('#web/ui/overlays/menu-popup.tsx')
})
beforeEach(signInAsLayla)

const show = () => renderScreen(<AudiencesView memberId={me} />)
const picker = (kind: string) => screen.findByRole('button', { name: new RegExp(`^${kind}: `) })
const choose = async (kind: string, audience: string) => {
  await userEvent.click(await picker(kind))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${audience}`) }))
}

it('asks what changes, and sends it for what there is on request', async () => {
  const requests = fakeApi({ [read]: () => choices(), [write]: () => choices('followers') })
  show()
  await choose('Reviews', 'Followers Those')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reviews' }))
  expect(dialog.getByText('Only members who follow you can see this.')).toBeTruthy()
  expect(requests.filter(({ route }) => route === write)).toEqual([])
  await userEvent.click(dialog.getByRole('radio', { name: 'Also the 214 that you have' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(requests.find(({ route }) => route === write)?.body).toEqual({
    kind: 'reviews',
    audience: 'followers',
    existing: true,
  })
})

it('does not ask of existing ones where there are none, or where there is but one', async () => {
  fakeApi({ [read]: () => choices('members', 0) })
  show()
  await choose('Logs', 'Only me')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('radio')).toBeNull()
})

it('only lists can be for whoever has the link', async () => {
  fakeApi({ [read]: () => choices() })
  show()
  const options = async (kind: string) => {
    await userEvent.click(await picker(kind))
    const shown = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
    await userEvent.keyboard('{Escape}')
    return shown
  }
  expect(await options('Lists')).toContain('Anyone with the link In no list and no search')
  expect((await options('Profile')).join()).not.toContain('Anyone with the link')
})

it('says of each choice whom it means, which one is the present one, and begins there by the keyboard', async () => {
  fakeApi({ [read]: () => choices('followers') })
  show()
  const button = await picker('Reviews')
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  const present = await screen.findByRole('menuitemradio', { checked: true })
  expect(present.textContent).toBe('Followers Those who follow you')
  await waitFor(() => expect(document.activeElement).toBe(present))
  expect(screen.getAllByRole('menuitemradio', { checked: false })).toHaveLength(4)
})

it('says what failed, and leaves what was', async () => {
  fakeApi({
    [read]: () => choices(),
    [write]: () => {
      throw new Refusal(500, 'server.failed', 'x')
    },
  })
  show()
  await choose('Profile', 'Only me')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await within(await screen.findByRole('dialog')).findByRole('alert')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Profile: Members' })).toBeTruthy()
})

it('marks what is not for all members', () => {
  const { container } = renderScreen(<AudienceMark audience={undefined} />)
  expect(container.querySelector('[role="img"]')).toBeNull()
  renderScreen(<AudienceMark audience="mutuals" />)
  expect(screen.getByRole('img', { name: 'Visible to: Followers who follow back' })).toBeTruthy()
})
