import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('what reaches a member is chosen in place, survives a reload and is as it was where it was not saved', async ({
  empty,
  enter,
}) => {
  const member = await signUp(empty, freeName('rima'))
  const { page, expected } = await enter(empty, { session: member, timezoneId: 'Asia/Riyadh' })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Notification settings', exact: true }).click()
  const likes = page.getByRole('checkbox', { name: 'Likes: Push' })
  await expect(likes).not.toBeChecked()
  // What is saved at once shows so a moment after the press.
  for (const choice of [likes, page.getByRole('switch', { name: 'Quiet hours' })]) {
    await choice.click()
    await expect(choice).toBeChecked()
  }
  await page.getByLabel('From').fill('23:15')
  await page.getByLabel('To', { exact: true }).click()
  await expect(page.getByText('Time zone: Asia/Riyadh')).toBeVisible()
  await page.getByRole('combobox', { name: 'Weekly digest' }).selectOption({ label: 'Friday' })
  await page
    .getByRole('combobox', { name: 'Only if I have not seen it for' })
    .selectOption({ label: '3 hours' })
  const saved = () => call<object>(empty, '/api/notifications/settings', { token: member.token })
  await expect.poll(saved).toMatchObject({
    reach: { likes: { push: true } },
    quiet: { from: '23:15', to: '08:00' },
    timeZone: 'Asia/Riyadh',
    digestDay: 5,
    mailAfterMinutes: 180,
  })
  await page.reload()
  await expect(likes).toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('23:15')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog').getByText('Nothing to tell about the last seven days')).toBeVisible()
  await page.keyboard.press('Escape')

  expected.push(/notifications\/settings/)
  await page.route('**/api/notifications/settings', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  // It is as it was before anybody could see it otherwise.
  await likes.click()
  await expect(page.getByText('Not saved. Try again.')).toBeVisible()
  await expect(likes).toBeChecked()

  await page.unroute('**/api/notifications/settings')
  await page.setViewportSize({ width: 390, height: 844 })
  // A line for each kind, which opens in its place.
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const line = page.getByRole('button', { name: 'Likes In the app, Push' })
  await line.click()
  const ways = page.getByRole('group', { name: 'Likes' })
  await ways.getByRole('switch', { name: 'Push' }).click()
  await expect(page.getByRole('button', { name: 'Likes In the app', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await expect.poll(saved).toMatchObject({ reach: { likes: { inApp: true, push: false } } })
})

test('push is asked for by a tap alone, reaches the browser, and ends with the login', async ({
  launch,
  enter,
}) => {
  const heard: string[] = []
  const service = createServer((request, response) => {
    heard.push(request.url ?? '')
    request.resume().on('end', () => response.writeHead(201).end())
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  await launch({ SCENE_DEMO: '0', PUSH_HOSTS: host }, async (product) => {
    const member = await signUp(product, freeName('sami'))
    const friend = await signUp(product, freeName('noor'))
    const { page } = await enter(product, {
      session: member,
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'allow',
    })
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    // A push service of its own: the browser's lies outside.
    await page.addInitScript(
      ({ endpoint, given }) => {
        const asked = window as unknown as { asked: number }
        asked.asked = 0
        Object.defineProperty(Notification, 'permission', { get: () => 'default' })
        Notification.requestPermission = async () => {
          asked.asked++
          return 'granted'
        }
        PushManager.prototype.subscribe = async () =>
          ({ toJSON: () => ({ endpoint, keys: given }) }) as unknown as PushSubscription
      },
      { endpoint: `http://${host}/device`, given: keys },
    )
    await page.goto('/settings/notifications')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect(page.getByText('@noor commented on your review')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0)
    await page.getByRole('button', { name: 'Turn on push' }).click()
    await expect(page.getByRole('list', { name: 'Devices with push' }).getByText('This device')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn on push' })).toHaveCount(0)

    const log = await call<{ _id: string }>(product, '/api/logs/full', {
      method: 'POST',
      token: member.token,
      body: { movieId: films.parasite, review: 'Discuss.', rating: 4 },
    })
    const comment = () =>
      call(product, `/api/logs/${log._id}/reply`, {
        method: 'POST',
        token: friend.token,
        body: { text: 'Gladly.' },
      })
    await comment()
    await expect.poll(() => heard).toEqual(['/device'])

    await page.goto('/settings/account')
    await page.getByRole('button', { name: /^log ?out$/i }).click()
    await page.waitForURL('**/login')
    await comment()
    await call(product, `/api/logs/${log._id}/reply`, {
      method: 'POST',
      token: friend.token,
      body: { text: 'Again.' },
    })
    expect(heard).toEqual(['/device'])
    await page.context().close()
  }).finally(() => service.close())
})

test('the link at the foot of a mail ends nothing before its button is pressed', async ({ empty, enter }) => {
  const { page, expected } = await enter(empty)
  expected.push(/unsubscribe/)
  await page.goto(`/unsubscribe/${'A'.repeat(32)}`)
  const button = page.getByRole('button', { name: 'Stop these mails' })
  await button.click()
  await expect(page.getByText('This link is not valid any more.')).toBeVisible()
  await page.route('**/api/unsubscribe/*', (route) => route.fulfill({ json: { kind: 'digest' } }))
  await button.click()
  await expect(page.getByText('You will get no more of these mails.')).toBeVisible()
})
