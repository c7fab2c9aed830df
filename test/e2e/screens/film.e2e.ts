import { startFilmSourceServer, wireDetails, wireErrors } from '#test/fakes/film-source-server.ts'
import { call, freeName, logIn, signUp } from '../support/members.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

/** Of the built-in catalogue: only one of its posters is approved. */
const approvedOnly = 11020

/** Five whom the demo member follows logged it. */
const friendsFilm = 335984

async function addLog(product: Product, { token }: Session, fields: Record<string, string>): Promise<string> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const { _id } = await call<{ _id: string }>(product, '/api/logs/full', { method: 'POST', token, body })
  return _id
}

test('a film’s friends, logs and poster', async ({ community, enter }) => {
  const member = await signUp(community, freeName('film'))
  const { page, expected } = await enter(community, { session: member })
  const movieId = String(films.parasite)
  const { token, user } = member
  const everybody = await call<{ _id: string; username: string }[]>(community, '/api/users', { token })
  for (const { _id } of everybody.filter(({ username }) => ['omar_k', 'reem'].includes(username)))
    await call(community, `/api/users/${user._id}/follow/${_id}`, { method: 'POST', token })
  await addLog(community, member, { movieId, rating: '2' })
  const review = await addLog(community, member, { movieId, rating: '4', review: 'Once more, better.' })

  await test.step('friends on the page and on a screen of their own', async () => {
    await page.goto(`/movie/${movieId}`)
    const friends = page.getByRole('region', { name: 'Watched by friends' })
    await expect(friends.getByRole('link', { name: '@omar_k' })).toBeVisible()
    await friends.getByRole('link', { name: 'More →' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Friends who logged Parasite' })).toBeFocused()
    await page.getByRole('link', { name: /^@omar_k, rated .*has review/ }).click()
    await page.waitForURL('**/review/*')
    await page.goBack()
    await page.goBack()
    await expect(friends).toBeVisible()
  })

  await test.step('each of one’s logs opens in the editor, also after Back', async () => {
    await page.getByRole('button', { name: 'All your logs 2' }).click()
    const edit = page.getByRole('link', { name: 'Edit log' })
    await expect(edit).toHaveCount(2)
    await edit.first().click()
    const dialog = page.getByRole('dialog', { name: 'Parasite' })
    await expect(dialog.getByLabel('Review')).toHaveValue('Once more, better.')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL(`**/review/${review}`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Parasite' })).toBeVisible()
    await page.goto(`/movie/${films.whiplash}?edit=1&logId=${review}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Whiplash' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  const chooser = page.getByRole('dialog', { name: 'Change poster' })

  await test.step('a poster of one’s own, at once wherever the film is one’s own', async () => {
    await page.goto('/profile')
    const tile = page.getByRole('link', { name: /^Parasite, / }).first()
    await expect(tile.locator('img')).toHaveAttribute('src', /poster496243-0-/)
    await tile.click()
    await page.waitForURL('**/review/*')
    await page.getByRole('link', { name: 'Go to Movie' }).click()
    await page.getByRole('button', { name: 'Change poster' }).click()
    await expect(chooser.getByRole('radio', { name: 'Poster 1' })).toBeChecked()
    await chooser.getByRole('radio', { name: 'Poster 3' }).check()
    await chooser.getByRole('button', { name: 'Confirm' }).click()
    await expect(chooser).toBeHidden()
    await expect(page.locator('main img[src*="poster496243-2-"]').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change poster' })).toBeFocused()
    await page.goto('/profile')
    await expect(tile.locator('img')).toHaveAttribute('src', /poster496243-2-/)
  })

  await test.step('logs are deleted one after the other', async () => {
    await page.goto(`/movie/${movieId}`)
    const question = page.getByRole('alertdialog', { name: 'Delete this log?' })
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Delete log' }).click()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(question).toBeHidden()
      // The older one is folded away.
      const links = page.getByRole('link', { name: 'Edit log', includeHidden: true })
      await expect(links).toHaveCount(left)
    }
    await expect(page.getByRole('button', { name: 'Delete log' })).toHaveCount(0)
    // What had the focus is gone with the last of them.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('only the approved poster of one film', async () => {
    expected.push(/400 .*api\/posters/)
    await page.goto(`/movie/${approvedOnly}`)
    await page.getByRole('button', { name: 'Change poster' }).click()
    await chooser.getByRole('radio').last().check()
    await chooser.getByRole('button', { name: 'Confirm' }).click()
    const told = page.getByRole('alertdialog', {
      name: 'Only the approved poster can be used for this film.',
    })
    await told.getByRole('button', { name: 'OK' }).click()
    await expect(chooser.getByRole('radio').last()).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(chooser).toBeHidden()
  })
})

test('five friends of a film stand in one row of a phone', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 390, height: 844 } })
  await page.goto(`/movie/${friendsFilm}`)
  const faces = page.getByRole('region', { name: 'Watched by friends' }).getByRole('listitem')
  await expect(faces).toHaveCount(5)
  const tops = await faces.evaluateAll((all) => all.map((face) => Math.round(face.getBoundingClientRect().y)))
  expect(new Set(tops).size).toBe(1)
})

test('trailer and providers of a film database', async ({ launch, enter }) => {
  const source = await startFilmSourceServer()
  source.otherwise((path) => (path === '/movie/550' ? { json: wireDetails(550) } : wireErrors.notFound))
  const env = {
    SCENE_DEMO: '0',
    TMDB_API_KEY: 'key',
    TMDB_BASE_URL: source.url,
    TMDB_IMAGE_BASE_URL: source.url,
  }
  await launch(env, async (product) => {
    const session = await signUp(product, freeName('source'))
    const { page, expected } = await enter(product, { session })
    expected.push(/\/t\/p\//)
    await page.goto('/movie/550')

    await page.getByRole('tab', { name: 'Where to Watch' }).click()
    const region = page.getByRole('combobox', { name: 'Region' })
    await expect(page.getByText('Not known for your region.')).toBeVisible()
    await region.selectOption('SA')
    await expect(page.getByRole('region', { name: 'Stream' }).getByRole('listitem')).toHaveText(['Shop'])
    await expect(page.getByRole('region', { name: 'Buy' }).getByRole('listitem')).toHaveText(['Shop'])
    await expect(page.getByRole('region', { name: 'With ads' }).getByRole('listitem')).toHaveText(['Noisy'])
    await expect(page.getByRole('link', { name: 'Source: JustWatch' })).toHaveAttribute('href', /locale=SA$/)

    expected.push(/^another origin: https:\/\/www\.youtube-nocookie\.com\//)
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>player</h1>' }),
    )
    await page.getByRole('button', { name: 'Play trailer: Film 550' }).click()
    await expect(page.frameLocator('iframe').getByText('player')).toBeVisible()
    // Before the product ends, or the page would miss it.
    await page.close()
  }).finally(source.close)
})
