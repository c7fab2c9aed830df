import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { signInAsLayla } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { DownloadEverything } from './download-everything.tsx'

const path = 'GET /api/export'
const names: string[] = []

beforeEach(() => {
  signInAsLayla()
  names.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DownloadEverything username="layla" />
    </QueryClientProvider>,
  )
})

it('saves everything under the name of the member and the day', async () => {
  const requests = fakeApi({ [path]: () => new Response('PK') })
  await userEvent.click(screen.getByRole('button', { name: 'Download everything' }))
  expect(await screen.findByText('The download has begun.')).toBeTruthy()
  expect(names).toEqual([expect.stringMatching(/^scene-layla-\d{4}-\d\d-\d\d\.zip$/)])
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer abc')
})

it.each([
  [
    'no answer',
    () => {
      throw new NoNetwork()
    },
    'Your data could not be downloaded.',
  ],
  [
    'a refusal',
    () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
    /./,
  ],
  [
    'a file that breaks off',
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new TypeError('network')),
        }),
      ),
    'Your data could not be downloaded.',
  ],
])('keeps nothing of %s and tries again', async (_, answer, text) => {
  let fails = true
  fakeApi({ [path]: () => (fails ? answer() : new Response('PK')) })
  await userEvent.click(screen.getByRole('button', { name: 'Download everything' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(names).toEqual([])
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(names).toHaveLength(1))
})
