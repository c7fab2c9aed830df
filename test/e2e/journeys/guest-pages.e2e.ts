import { call, freeName, signUp } from '../support/members.ts'
import { sideways, violations } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

const phone = { viewport: { width: 390, height: 844 } }

/** A member whose profile and one review are public on the web. */
async function publicMember(product: Product): Promise<{ author: Session; review: string }> {
  const author = await signUp(product, freeName('aya'))
  const { user, token } = author
  for (const kind of ['profile', 'reviews'])
    await call(product, `/api/users/${user._id}/audiences`, {
      method: 'PATCH',
      token,
      body: { kind, audience: 'public' },
    })
  const { _id } = await call<{ _id: string }>(product, '/api/logs/full', {
    method: 'POST',
    token,
    body: { movieId: films.parasite, review: 'The stairs know. ||They go down.||', rating: 4.5 },
  })
  return { author, review: _id }
}

/** A public list whose film has a note; its id. */
async function notedList(product: Product, { token }: Session): Promise<string> {
  const list = await call<{ _id: string }>(product, '/api/lists', {
    method: 'POST',
    token,
    body: {
      title: 'Stairs',
      movies: [
        { id: films.parasite, note: 'Watch what goes up and what goes down them, and when it rains.' },
      ],
      audience: 'public',
    },
  })
  return list._id
}

test('a guest reads without JavaScript, in any language, and finds the way on', async ({
  empty,
  browser,
}) => {
  const { author, review } = await publicMember(empty)
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false, locale: 'fr' })
  const page = await context.newPage()
  await page.goto(`${empty.url}/@${author.user.username}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByText('The stairs know.').first()).toBeVisible()
  await page.getByRole('heading', { name: 'Critiques' }).waitFor()
  await page.getByRole('link', { name: 'Parasite', exact: true }).first().click()
  await page.getByLabel('Langue: Français').click()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto(`${empty.url}/review/${review}`)
  await expect(page.getByText('They go down.')).toBeHidden()
  await page.locator('details:not(.langs) summary').click()
  await expect(page.getByText('They go down.')).toBeVisible()

  const box = async (part: string) => {
    const found = await page.locator(part).first().boundingBox()
    if (!found) throw new Error(`there is no ${part}`)
    return found
  }
  const [menu, poster, title, text] = [
    await box('.langs summary'),
    await box('.tall'),
    await box('h1'),
    await box('article'),
  ]
  const word = await page.locator('.langs summary').evaluate((summary) => {
    const range = document.createRange()
    range.selectNodeContents(summary)
    const { y, height } = range.getBoundingClientRect()
    return y + height / 2
  })
  // The mark of the menu stands in the line of its word, the title beside the poster, what is written below both.
  expect(Math.abs(word - (menu.y + menu.height / 2))).toBeLessThan(3)
  expect(title.y).toBeLessThan(poster.y + poster.height)
  expect(text.y).toBeGreaterThan(poster.y + poster.height)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${empty.url}/list/${await notedList(empty, author)}`)
  const [noted, note] = [await box('.noted .poster'), await box('.noted .small')]
  // Beside its poster, and wide enough to be read.
  expect(note.x + note.width < noted.x || note.x > noted.x + noted.width).toBe(true)
  expect(note.width).toBeGreaterThan(160)
  for (const language of ['fr', 'ar'])
    for (const path of [
      `/@${author.user.username}`,
      `/review/${review}`,
      `/film/${films.parasite}`,
      '/@nobody',
    ]) {
      await page.goto(`${empty.url}${path}?lang=${language}`)
      expect(await sideways(page), `${path} in ${language}`).toEqual([])
    }
  await context.close()
})

test('the head of a profile stands on its backdrop on a desk, and across its lower edge on a phone', async ({
  empty,
  enter,
}) => {
  const { author } = await publicMember(empty)
  await call(empty, `/api/users/${author.user._id}`, {
    method: 'PATCH',
    token: author.token,
    body: { backdrop: `/t/p/original/backdrop${films.parasite}-0.jpg` },
  })
  const { page } = await enter(empty, { viewport: { width: 1280, height: 800 } })
  const boxes = () =>
    Promise.all(['img.wide', '.head', '.head .avatar'].map((part) => page.locator(part).boundingBox()))
  for (const language of ['en', 'ar']) {
    await page.goto(`/@${author.user.username}?lang=${language}`)
    const [picture, head] = await boxes()
    expect(head, language).toEqual(picture)
    expect(picture, language).toMatchObject({ x: 0, width: 1280 })
    expect(await violations(page), language).toEqual([])
  }
  await page.setViewportSize(phone.viewport)
  const [picture, , avatar] = await boxes()
  if (!picture || !avatar) throw new Error('there is no head')
  const edge = picture.y + picture.height
  expect(picture.height).toBe(160)
  expect([avatar.y < edge, avatar.y + avatar.height > edge]).toEqual([true, true])
})

test('favourite films stand in one row, on a phone too', async ({ empty, enter }) => {
  const { user, token } = await signUp(empty, freeName('aya'))
  for (const kind of ['profile', 'favourites'])
    await call(empty, `/api/users/${user._id}/audiences`, {
      method: 'PATCH',
      token,
      body: { kind, audience: 'public' },
    })
  const favoriteFilms = [films.parasite, films.whiplash, 843, 129].map((id) => ({ id, title: 'Film' }))
  await call(empty, `/api/users/${user._id}`, { method: 'PATCH', token, body: { favoriteFilms } })
  const { page } = await enter(empty, phone)
  await page.goto(`/@${user.username}`)
  const tiles = page.getByRole('region', { name: 'Favorites' }).getByRole('listitem')
  await expect(tiles).toHaveCount(4)
  const rows = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().top))
  expect(new Set(rows).size).toBe(1)
})

test('what a guest wanted to do is done after the login, and once', async ({ empty, enter }) => {
  const { author, review } = await publicMember(empty)
  const reader = await signUp(empty, freeName('fan'))
  const { page } = await enter(empty, phone)
  const logIn = async () => {
    await page.getByLabel('Email').fill(reader.user.email)
    await page.getByLabel('Password', { exact: true }).fill('quiet harbour 7')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }

  await test.step('it reads well, with the keyboard too', async () => {
    await page.goto(`/review/${review}`)
    await expect(page.getByText('The stairs know.').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  })

  await test.step('the like that needs an account waits for it', async () => {
    await page.getByRole('link', { name: 'Log in to like' }).click()
    await page.waitForURL('**/login')
    await logIn()
    await page.waitForURL(`**/review/${review}`)
    await expect(page.getByRole('main').getByRole('button', { pressed: true }).first()).toBeVisible()
  })

  await test.step('at the same address the app is there now, and at that of guests too', async () => {
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.goto(`/@${author.user.username}`)
    await page.waitForURL(`**/profile/${author.user._id}`)
    await expect(page.getByRole('button', { name: /Follow/ }).first()).toBeVisible()
  })
})

test('who signs up on the way is led back as well', async ({ empty, enter }) => {
  const { author } = await publicMember(empty)
  const { page } = await enter(empty, phone)
  await page.goto(`/@${author.user.username}`)
  await page.getByRole('link', { name: 'Log in to follow' }).click()
  await page.waitForURL('**/login')
  // Whoever signs up in the same tab instead.
  const fan = await signUp(empty, freeName('new'))
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [fan.token, JSON.stringify(fan.user)],
  )
  await page.goto('/')
  await page.waitForURL(`**/profile/${author.user._id}`)
  await expect(page.getByRole('main').getByRole('button', { name: /^Follow /, pressed: true })).toBeVisible()
})
