import { freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('a phone logs in three taps from home, and posters say what was seen', async ({ community, enter }) => {
  const session = await signUp(community, freeName('tapper'))
  const { page } = await enter(community, {
    session,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  // Opened before, on this device.
  await page.goto(`/movie/${films.parasite}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Parasite' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Log a film' }).tap()
  const search = page.getByRole('dialog', { name: 'Which film did you watch?' })
  await search.getByRole('button', { name: 'Parasite, 2019' }).tap()
  await page.getByRole('dialog', { name: 'Parasite' }).getByRole('button', { name: 'Log', exact: true }).tap()
  await page.waitForURL(`**/movie/${films.parasite}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('You logged this film').first()).toBeVisible()

  await page.goto('/search')
  await page.getByRole('searchbox').fill('parasite')
  await expect(page.getByRole('link', { name: /^Parasite, 2019.* Seen/ })).toBeVisible()
})

test('a desk rates a film where its poster is, by keys alone', async ({ community, enter }) => {
  const { page } = await enter(community, { session: await signUp(community, freeName('rater')) })
  await page.goto('/trending')
  const link = page.getByRole('main').getByRole('listitem').first().getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('slider', { name: 'Rating' })).toBeFocused()
  await page.keyboard.press('4')
  await expect(page.getByText('Saved', { exact: true })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: `${name}, seen, yours 4 out of 5 stars` })).toBeVisible()

  // The stars marked the film as seen: the mark goes with them.
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Seen', checked: true }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Seen', checked: false })).toBeVisible()
})
