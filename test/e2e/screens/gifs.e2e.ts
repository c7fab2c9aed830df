import { freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('a member finds a GIF, logs a film with it, sees it play, and takes it away again', async ({
  empty,
  enter,
}) => {
  const session = await signUp(empty, freeName('gif'))
  const { page } = await enter(empty, {
    session,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  })
  const editor = page.getByRole('dialog', { name: 'Whiplash' })
  const picker = page.getByRole('dialog', { name: 'Choose a GIF' })
  const tiles = picker.getByRole('button', { name: /^GIF: / })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/gifs/')) asked.push(pathname)
  })
  let title = ''

  await test.step('begins with what is in fashion, as stills; who has used none is told so', async () => {
    await page.goto(`/movie/${films.whiplash}`)
    await page.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
    await editor.getByLabel('Review').fill('Not quite my tempo.')
    await editor.getByRole('button', { name: 'Add GIF' }).click()
    await expect(tiles).toHaveCount(20)
    await expect(picker.getByRole('tab', { selected: true })).toHaveText('Trending')
    await expect(picker.getByText('Powered by Scene’s own drawings')).toBeVisible()
    await picker.getByRole('tab', { name: 'Recently Used' }).click()
    await expect(picker.getByText(/^No GIFs used yet\./)).toBeVisible()
    expect(asked.filter((address) => !address.endsWith('.still.webp'))).toEqual([])
  })

  await test.step('every mood has its own', async () => {
    const first = new Set<string>()
    for (const name of ['Sad', 'Celebrating', 'Laughing', 'Mind Blown']) {
      await picker.getByRole('tab', { name }).click()
      await expect(tiles).toHaveCount(20)
      first.add((await tiles.first().getAttribute('aria-label')) ?? '')
    }
    expect(first.size).toBe(4)
  })

  await test.step('a search in Arabic, and a choice by keys', async () => {
    await picker.getByRole('searchbox').fill('حزين')
    await expect(tiles.first()).toHaveAccessibleName(/sad/i)
    await picker.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    title = (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? ''
    expect(title).toMatch(/^GIF: /)
    await page.keyboard.press('Enter')
    await expect(picker).toBeHidden()
    await expect(editor.getByRole('img', { name: title })).toBeVisible()
    await expect(editor.getByRole('button', { name: 'Change GIF' })).toBeFocused()
  })

  await test.step('the draft keeps it', async () => {
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
    await expect(editor.getByText('Draft restored')).toBeVisible()
    await expect(editor.getByRole('img', { name: title })).toBeVisible()
  })

  await test.step('the review shows it, and it plays by itself', async () => {
    await editor.getByRole('button', { name: 'Log', exact: true }).click()
    await page.waitForURL('**/review/*')
    const still = page.getByRole('article').getByRole('img', { name: title })
    await expect
      .poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const play = page.getByRole('button', { name: 'Play GIF' })
    await expect(play).toHaveAttribute('aria-pressed', 'true')
    await play.click()
    await expect(play).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('it now leads those used last; Escape closes the picker only', async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Edit Review/Log' }).click()
    await expect(editor.getByRole('img', { name: title })).toBeVisible()
    await editor.getByRole('button', { name: 'Change GIF' }).click()
    await expect(picker.getByRole('tab', { selected: true })).toHaveText('Recently Used')
    await expect(tiles).toHaveCount(1)
    await expect(tiles).toHaveAccessibleName(title)
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
    await expect(editor.getByLabel('Review')).toHaveValue('Not quite my tempo.')
  })

  await test.step('taken away, it is gone from the review', async () => {
    await editor.getByRole('button', { name: 'Remove GIF' }).click()
    await editor.getByRole('switch', { name: 'Contains spoilers' }).check()
    await editor.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL('**/review/*')
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play GIF' })).toHaveCount(0)
    // To the author nothing is a spoiler.
    await expect(page.getByText('Not quite my tempo.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hide', exact: true })).toHaveCount(0)
  })
})
