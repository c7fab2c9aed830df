import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi } from '#test/fakes/web-api.ts'
import { TagMenu } from './tag-menu.tsx'

const me = '018f0000-0000-7000-8000-000000000001'

it('the sheet shows the form that it was opened for until it is gone', async () => {
  fakeApi({
    [`GET /api/users/${me}/tags`]: () => [
      { tag: 'noir', logs: 2, lists: 0 },
      { tag: 'crime', logs: 1, lists: 0 },
    ],
  })
  renderScreen(<TagMenu userId={me} tag="noir" uses={2} onLeave={() => {}} />)
  await userEvent.click(screen.getByLabelText('More options'))
  await userEvent.click(await screen.findByText('Merge into…'))
  const close = await screen.findByLabelText('Close')
  const titles = new Set<string>()
  const watched = new MutationObserver(() => {
    for (const title of document.querySelectorAll('h2')) titles.add(title.textContent)
  })
  watched.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  await userEvent.click(close)
  await waitFor(() => expect(close.isConnected).toBe(false))
  watched.disconnect()
  expect([...titles]).toEqual(['Merge into…'])
})
