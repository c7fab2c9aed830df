import { expect, onTestFinished, test } from 'vitest'
import { register } from '#shared/api/accounts.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { startTestApp } from '#test/harness.ts'
import sharp from 'sharp'

async function start(env: Record<string, string> = {}) {
  const app = await startTestApp({ env, jobs: true })
  onTestFinished(() => app.close())
  return app
}

test('mails of a start without SMTP wait in the mailbox, newest first', async () => {
  const app = await start()
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const read = async () =>
    (await (await fetch(`${app.url}/dev/mail.json`)).json()) as Record<string, string>[]
  expect(await read()).toEqual([])
  for (const [index, username] of ['first_one', 'second_one'].entries()) {
    const avatar = (await app.call(uploadSignupAvatar, { files: { avatar: { bytes } } })).data.secure_url
    const body = { username, email: `${username}@example.org`, password: 'secret', avatar }
    expect((await app.call(register, { body })).status).toBe(200)
    await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(index + 1)
  }
  const mails = await read()
  expect(mails.map((mail) => mail['to'])).toEqual(['second_one@example.org', 'first_one@example.org'])
  expect(Object.keys(mails[0] ?? {}).sort()).toEqual(['date', 'subject', 'text', 'to'])
  expect(mails[0]?.['text']).toMatch(/\b\d{6}\b/)
  expect(new Date(mails[0]?.['date'] ?? '').toISOString()).toBe(mails[0]?.['date'])
})

test('the page shows text as text', async () => {
  const app = await start()
  const hostile = '<script>alert(1)</script>"&\''
  await app.ctx.mailer.send({ to: `${hostile}@example.org`, subject: hostile, text: hostile })
  const answer = await fetch(`${app.url}/dev/mail`)
  const page = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&#39;')
  expect(page).not.toContain('<script')
})

test('there is no mailbox in production, nor where mails are really sent', async () => {
  for (const env of [{ NODE_ENV: 'production' }, { SMTP_URL: 'smtp://127.0.0.1:9' }]) {
    const app = await start(env)
    await app.db
      .insertInto('dev_mails')
      .values({ recipient: 'a', subject: 'CANARY', body: 'CANARY' })
      .execute()
    await app.ctx.mailer.send({ to: 'a@example.org', subject: 'x', text: 'x' }).catch(() => {})
    expect(await app.db.selectFrom('dev_mails').select('recipient').execute()).toEqual([{ recipient: 'a' }])
    for (const path of ['/dev/mail', '/dev/mail.json'])
      expect(await (await fetch(app.url + path)).text()).not.toContain('CANARY')
  }
})
