import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('a player tells of a film, which waits for its stars and becomes a log', async ({ empty, enter }) => {
  const member = await signUp(empty, freeName('aya'))
  const { page } = await enter(empty, { session: member, viewport: { width: 390, height: 844 } })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Players' }).click()
  await page.getByRole('textbox', { name: /Only for these users/ }).fill('aya, layla')
  await page.getByRole('button', { name: 'Make the address' }).click()
  const address = (await page.getByLabel('Address of the player').textContent()) ?? ''
  expect(address).toMatch(/\/api\/hooks\/plex\/[\w-]{43}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('It has not called yet.', { exact: false })).toBeVisible()

  const tell = async (Account: object) => {
    const form = new FormData()
    form.set('thumb', new Blob([Buffer.alloc(2000)], { type: 'image/jpeg' }), 'thumb.jpg')
    form.set(
      'payload',
      JSON.stringify({
        event: 'media.scrobble',
        Account,
        Metadata: {
          type: 'movie',
          title: 'Parasite',
          year: 2019,
          ratingKey: '7',
          Guid: [{ id: 'imdb://tt6751668' }, { id: `tmdb://${films.parasite}` }],
        },
      }),
    )
    const { status } = await fetch(empty.url + new URL(address).pathname, { method: 'POST', body: form })
    expect(status).toBe(202)
  }
  await tell({ title: 'a guest' })
  await tell({ title: 'Aya' })
  const outcomes = page.getByRole('listitem')
  await page.reload()
  await expect(outcomes.filter({ hasText: 'Waits for your stars' })).toHaveCount(1)
  await expect(outcomes.filter({ hasText: 'Another user' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(outcomes.filter({ hasText: 'Test: it works from here' })).toHaveCount(1)

  await page.goto('/')
  const waiting = page.getByRole('region', { name: '1 film waits for your stars' })
  // Under the greeting, above all that friends did.
  const isFirst = async () => {
    const [card, feed] = await Promise.all([
      waiting.boundingBox(),
      page.getByRole('heading', { name: 'Recent Activities' }).boundingBox(),
    ])
    return card !== null && feed !== null && card.y < feed.y
  }
  await expect.poll(isFirst).toBe(true)
  await waiting.getByRole('slider').press('End')
  await waiting.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(waiting).toHaveCount(0)
  const logs = await call<{ rating: number; tmdbId: number }[]>(empty, `/api/logs/user/${member.user._id}`, {
    token: member.token,
  })
  expect(logs).toMatchObject([{ rating: 5, tmdbId: films.parasite }])

  await page.goto('/settings/players')
  await page.getByRole('button', { name: 'Remove Plex' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Plex' })).toHaveCount(0)
  const gone = await fetch(empty.url + new URL(address).pathname, { method: 'POST', body: '{}' })
  expect(gone.status).toBe(404)
})
