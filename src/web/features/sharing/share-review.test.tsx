import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import * as downloads from '#web/lib/files.ts'
import type { Log } from '#web/features/logs/logs.api.ts'
import * as savePicture from './save-picture.ts'
import { ShareReview } from './share-review.tsx'

const log = {
  title: 'Salt Harbour: Part 1/2',
  poster: null,
  posterOverride: null,
  rating: 3.5,
  user: { username: 'نور', avatar: null },
} as unknown as Log

// Drawing takes a real browser: test/e2e/screens/sharing.e2e.ts looks at the picture.
const drawPicture = vi.spyOn(savePicture, 'drawPicture')
const download = vi.spyOn(downloads, 'download')

function show() {
  renderScreen(<ShareReview log={log} onBack={() => {}} />)
}

const withSheet = (share: (data: ShareData) => Promise<void>) => {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  Object.defineProperty(navigator, 'canShare', {
    value: ({ files }: ShareData) => files?.[0]?.type === 'image/png',
    configurable: true,
  })
}

beforeEach(() => {
  drawPicture.mockResolvedValue(new Blob(['png'], { type: 'image/png' }))
  download.mockImplementation(() => {})
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'canShare')
})

async function saved() {
  expect(await screen.findByText("Saved! Check your device's Downloads folder.")).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
}

it('saves the card under the title, and says where it is', async () => {
  show()
  expect(screen.getByText('@نور')).toBeTruthy()
  expect(screen.getByText("I've rated")).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share via…' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await saved()
  expect(download).toHaveBeenCalledWith(expect.any(Blob), 'Salt Harbour Part 1 2.png')
})

it('tells when the picture cannot be drawn; a second try works', async () => {
  drawPicture.mockRejectedValueOnce(new Error('no canvas'))
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The picture could not be saved. Please try again.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await saved()
})

it('hands the picture to the system’s sheet where that takes files', async () => {
  const share = vi.fn(async (_data: ShareData) => {})
  withSheet(share)
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Share via…' }))
  const [data] = share.mock.calls[0] ?? []
  expect(data?.title).toBe(log.title)
  expect(data?.files?.map(({ name, type }) => [name, type])).toEqual([
    ['Salt Harbour Part 1 2.png', 'image/png'],
  ])
  expect(download).not.toHaveBeenCalled()
})

it('shows the card alone in the clean view, until a tap or Escape', async () => {
  show()
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(screen.getByRole('button')),
  ]) {
    await userEvent.click(screen.getByRole('button', { name: 'Clean view' }))
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await leave()
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clean view' }))
  }
})
