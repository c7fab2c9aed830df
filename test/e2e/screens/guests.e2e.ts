import { faultLines, faultyNetwork } from '../support/faulty-network.ts'
import { cropAvatar, freeName, password, picture } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'

test('a guest reads what Scene is and changes the language in place', async ({ community, enter }) => {
  const { page } = await enter(community)
  await page.goto('/login')
  await expect(page.getByText('Your film diary, shared with friends.')).toBeVisible()
  const languages = page.getByRole('radiogroup', { name: 'Language · اللغة · Langue' })
  await page.getByLabel('Email').fill('noor@example.test')
  await languages.getByRole('radio', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'تسجيل الدخول' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('input[name=email]')).toHaveValue('noor@example.test')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
})

test('a sign-up keeps what was typed where its cropper does not come, and lets in whose answer was lost', async ({
  empty,
  enter,
}) => {
  const visitor = await enter(empty)
  const { page, expected } = visitor
  expected.push(/ERR_FAILED/, ...faultLines)
  const name = freeName('lina')
  await page.goto('/signup')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(password)

  await page.route('**/assets/picture-crop-*', (route) => route.abort())
  await page.locator('input[type=file]').setInputFiles(await picture('#0f766e'))
  await expect(page.getByText('Something went wrong.').first()).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(name)
  await page.unroute('**/assets/picture-crop-*')
  await cropAvatar(visitor, '#0f766e')

  const network = await faultyNetwork(page, '**/api/auth/register', 'lost')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Signup failed.', { exact: true })).toBeVisible()
  network.mode = 'well'
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await expect(page.getByText('Signed up successfully!').first()).toBeVisible()
})

test('the wall of posters loads for guests, after the form, and not where data is saved', async ({
  community,
  enter,
}) => {
  const { page } = await enter(community)
  await page.goto('/signup')
  const posters = page.locator('[aria-hidden] img[src*="/t/p/"]')
  await expect(posters).toHaveCount(16)
  await expect
    .poll(() => posters.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  const drawn = await posters.evaluateAll((all) => all.map((img) => img.getAttribute('src') ?? ''))
  expect(new Set(drawn).size).toBe(16)

  const saving = await enter(community)
  await saving.page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await saving.page.goto('/signup')
  await expect(saving.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(saving.page.locator('img[src*="/t/p/"]')).toHaveCount(0)
})

test('the styles of a screen come after those of what it is made of', async ({ community, enter }) => {
  const { page } = await enter(community)
  await page.goto('/login')
  // The toggle is a button that the field places inside itself.
  const field = await page.locator('input[name=password]').boundingBox()
  const toggle = await page.getByRole('button', { name: 'Show password' }).boundingBox()
  if (!field || !toggle) throw new Error('not shown')
  expect(toggle.y).toBeGreaterThanOrEqual(field.y)
  expect(toggle.y + toggle.height).toBeLessThanOrEqual(field.y + field.height)
})
