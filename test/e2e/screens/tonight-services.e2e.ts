import type { Page } from '@playwright/test'
import { startFilmSourceServer, wireDetails, wireErrors } from '#test/fakes/film-source-server.ts'
import { freeName, signUp, wish } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'

const phone = { width: 390, height: 844 }

/** A film database that says of each film on which of two services it is. */
async function streamingSource(ids: readonly number[]) {
  const source = await startFilmSourceServer()
  const service = (id: number, name: string) => ({
    provider_id: id,
    provider_name: name,
    logo_path: null,
    display_priority: id,
  })
  const [salt, dune] = [service(1, 'Salt'), service(2, 'Dune')]
  source.otherwise((path, query) => {
    if (path === '/watch/providers/movie')
      return { json: { results: query.get('watch_region') === 'SA' ? [salt, dune] : [] } }
    if (path === '/configuration/countries') return { json: [{ iso_3166_1: 'SA' }, { iso_3166_1: 'FR' }] }
    if (path === '/configuration/languages') return { json: [{ iso_639_1: 'ar' }] }
    if (path === '/genre/movie/list') return { json: { genres: [{ id: 18, name: 'Drama' }] } }
    const id = Number(path.split('/').at(-1))
    if (!path.startsWith('/movie/') || !ids.includes(id)) return wireErrors.notFound
    const flatrate = [ids.indexOf(id) < 4 ? salt : dune]
    const offers = { results: { SA: { link: '', flatrate } } }
    // Else they would be one film.
    const external_ids = { imdb_id: null, wikidata_id: null }
    return {
      json: wireDetails(id, { title: `Film ${id}`, imdb_id: null, external_ids, 'watch/providers': offers }),
    }
  })
  return source
}

/** Moves a finger over the card, as the browser itself would be told. */
async function swipe(page: Page, [across, down]: [number, number], from: 'title' | 'picture' = 'title') {
  const box = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  if (!box) throw new Error('there is no card')
  const x = box.x + box.width / 2
  // The picture stands above its title.
  const y = from === 'title' ? box.y + box.height / 2 : box.y - 100
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [{ x, y }])
  for (const part of [0.25, 0.5, 0.75, 1])
    await send('touchMove', [{ x: x + across * part, y: y + down * part }])
  // However far the card is moved, the page is no wider.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  await send('touchEnd', [])
  await session.detach()
}

test('films are kept to services that one of two has, and are answered by a swipe and by keys', async ({
  launch,
  enter,
}) => {
  const ids = [7001, 7002, 7003, 7004, 7005]
  const source = await streamingSource(ids)
  const env = {
    SCENE_DEMO: '0',
    TMDB_API_KEY: 'key',
    TMDB_BASE_URL: source.url,
    TMDB_IMAGE_BASE_URL: source.url,
  }
  await launch(env, async (product) => {
    const host = await signUp(product, freeName('maya'))
    const friend = await signUp(product, freeName('tarek'))
    await wish(product, host, ids)

    // The friend says on which service they are; nobody else is told.
    const { page: hand, expected } = await enter(product, {
      session: friend,
      viewport: phone,
      hasTouch: true,
    })
    expected.push(/\/t\/p\//, /ERR_INTERNET_DISCONNECTED/)
    await hand.goto('/settings')
    await hand.getByRole('link', { name: 'My services and region' }).click()
    await hand.getByRole('combobox', { name: 'Region' }).selectOption('SA')
    await hand.getByRole('checkbox', { name: 'Salt' }).check()
    await hand.getByRole('button', { name: 'Save' }).click()
    await expect(hand.getByText('Services saved.')).toBeVisible()

    const { page: desk, expected: expectedAtDesk } = await enter(product, {
      session: host,
      viewport: { width: 1280, height: 900 },
    })
    expectedAtDesk.push(/\/t\/p\//)
    await desk.goto('/')
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tonight' }).click()
    await desk.getByRole('switch', { name: 'Only on services that someone has' }).check()
    await desk.getByRole('button', { name: 'Make a code' }).click()
    await desk.waitForURL(/\/tonight\/[A-Z0-9]{6}$/)
    const code = desk.url().slice(-6)
    await expect(desk.getByText('Nobody here has said theirs yet.')).toBeVisible()
    const unseen = desk.getByRole('switch', { name: 'Leave out what someone has seen' })
    await expect(unseen).toBeChecked()
    for (const saved of [false, true]) {
      const answer = desk.waitForResponse((response) => response.request().method() === 'PATCH')
      await unseen.press('Space')
      await answer
      await expect(unseen).toBeChecked({ checked: saved })
      await expect(unseen).toBeFocused()
    }

    await hand.goto('/search')
    await hand.getByRole('link', { name: 'Tonight: choose a film together' }).click()
    // Also from a keyboard with other digits.
    const typed = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    await hand.getByRole('textbox', { name: 'Code' }).fill(typed)
    await expect(hand.getByRole('textbox', { name: 'Code' })).toHaveValue(code)
    await hand.getByRole('button', { name: 'Open' }).click()
    await hand.getByRole('button', { name: 'Join' }).click()
    await expect(hand.getByText('Waiting for the host to start.')).toBeVisible()
    await expect(desk.getByRole('switch', { name: 'Only on services that someone has' })).toBeChecked()
    await expect(desk.getByRole('main')).not.toContainText('Salt')
    await desk.getByRole('button', { name: 'Start' }).click()

    // Four of the five are on Salt.
    await expect(hand.getByText('1 of 4')).toBeVisible()
    await expect(hand.getByText('On Salt')).toBeVisible()
    // Too short, and one that scrolls: nothing is answered.
    await swipe(hand, [30, 0])
    await swipe(hand, [0, -150])
    await expect(hand.getByText('1 of 4')).toBeVisible()
    await swipe(hand, [-140, 0])
    await expect(hand.getByText('2 of 4')).toBeVisible()
    await swipe(hand, [0, -140], 'picture')
    await expect(hand.getByText('3 of 4')).toBeVisible()

    // Without a network answers wait, and are sent once there is one again.
    await hand.context().setOffline(true)
    await swipe(hand, [140, 0])
    await expect(hand.getByText('4 of 4')).toBeVisible()
    for (const at of [1, 2, 3, 4]) {
      await expect(desk.getByText(`${at} of 4`)).toBeVisible()
      await desk.keyboard.press('ArrowRight')
    }
    await expect(desk.getByText('Waiting for 1 person.')).toBeVisible()
    await hand.context().setOffline(false)
    await swipe(hand, [140, 0])

    for (const page of [desk, hand]) {
      await expect(page.getByRole('heading', { name: 'Your film' })).toBeVisible()
      const found = page.getByRole('main').getByRole('list').getByRole('listitem')
      await expect(found).toHaveCount(3)
      await expect(found.first()).toContainText('2 yes · Nobody said no.')
      await expect(found.last()).toContainText('1 yes · 1 fine · Nobody said no.')
      await expect(found.first()).toContainText('On Salt')
      await expect(page.getByText('Streaming data by JustWatch')).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(friend.user.username)
    }
    await hand.close()
    await desk.close()
  }).finally(source.close)
})
