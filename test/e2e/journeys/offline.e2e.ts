import { keepFiles } from '../support/keep-files.ts'
import { call, follow, freeName, password, signUp } from '../support/members.ts'
import { phone, write } from '../support/outbox.ts'
import { expect, films, test } from '../support/scene.ts'
import { storedKeys } from '../support/stored-keys.ts'

test('the app opens without a network, and shows what is one’s own', async ({ empty, enter }) => {
  const member = await signUp(empty, freeName('aya'))
  await write(empty, member, 'The stairs know.')
  await call(empty, '/api/watchlist/toggle', {
    method: 'POST',
    token: member.token,
    body: { movieId: films.whiplash },
  })
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/)
  const own = `/profile/${member.user._id}`
  const kept = `scene-kept-${member.user._id}`

  /** The keys of what is kept, in one text. */
  const answers = async () => JSON.stringify(await storedKeys(page, kept, 'answers')).replaceAll('\\"', '"')

  await test.step('with a network everything is looked at once, and what has older shapes is dropped', async () => {
    await page.goto('/livez')
    await page.evaluate(async (name) => {
      const opening = indexedDB.open(name, 1)
      opening.addEventListener('upgradeneeded', () => {
        const answers = opening.result.createObjectStore('answers', { keyPath: 'hash' })
        answers.put({ hash: '["older"]', data: {}, at: Date.now() })
      })
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      opening.result.close()
    }, kept)
    expect(await answers()).toContain('older')
    await keepFiles(page)
    await page.goto(`${own}/diary/2026-11`)
    await expect.poll(answers).toContain('"diary","2026-11"')
    await page.goto(`${own}?tab=watchlist`)
    await expect.poll(answers).toContain('"watchlist"')
    await page.goto(`/movie/${films.parasite}`)
    await expect.poll(answers).toContain(`"films",${films.parasite}`)
    expect(await answers()).not.toContain('older')
  })

  await test.step('without one it opens, and says so', async () => {
    await page.context().setOffline(true)
    await page.goto(`${own}/diary/2026-11`)
    await expect(page.getByText('You are offline. Saved content is shown.')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Parasite' })).toBeVisible()
    await page.goto(`${own}?tab=watchlist`)
    await expect(page.getByRole('link', { name: 'Whiplash' })).toBeVisible()
    await page.goto(`/movie/${films.parasite}`)
    await expect(page.getByRole('heading', { name: 'Parasite', level: 1 })).toBeVisible()
  })

  await test.step('nothing that is anybody’s is in the cache of files', async () => {
    const files = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
  })
})

test('what was kept for one member is never another’s, and is gone with the logout in every tab', async ({
  empty,
  enter,
}) => {
  const first = await signUp(empty, freeName('aya'))
  const second = await signUp(empty, freeName('omar'))
  await follow(empty, second, first)
  await write(empty, first, 'Canary.')
  const { page, expected } = await enter(empty, { session: first, ...phone })
  expected.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/, / 401 /)
  const databases = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes('kept')),
    )
  await page.goto(`/profile/${first.user._id}/diary/2026-11`)
  await expect(page.getByRole('article', { name: 'Parasite' })).toBeVisible()
  await expect.poll(databases).toEqual([`scene-kept-${first.user._id}`])
  const other = await page.context().newPage()
  await other.goto(`${empty.url}/profile/${first.user._id}/diary/2026-11`)
  await expect(other.getByRole('article', { name: 'Parasite' })).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'More options' }).first().click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await other.waitForURL('**/login')
  await expect.poll(databases).toEqual([])

  await page.getByLabel('Email').fill(second.user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/(home)?$/)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(databases).toEqual([`scene-kept-${second.user._id}`])
  await page.reload()
  await page.goto('/notifications')
  await page.evaluate(() =>
    navigator.serviceWorker.controller?.postMessage({ type: 'keep-files', locale: 'en' }, []),
  )
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/')))).toBe(true)
  await page.context().setOffline(true)
  await page.goto(`/profile/${first.user._id}/diary/2026-11`)
  await expect(page.getByText('You are offline. Saved content is shown.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Parasite' })).toHaveCount(0)
})
