import { expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#shared/api/accounts.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { request } from 'node:http'
import { startTestApp } from '#test/harness.ts'
import sharp from 'sharp'

async function start(env: Record<string, string> = {}, jobs = false) {
  const app = await startTestApp({ env, jobs })
  onTestFinished(() => app.close())
  return app
}

test('mails of a start without SMTP wait in the mailbox, newest first', async () => {
  const app = await start({}, true)
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

/** As a client that chooses any header, also the host. */
function get(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode, text }))
    })
      .on('error', reject)
      .end()
  })
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

test.each(['/dev/mail', '/dev/mail.json'])(
  '%s is for this machine only, for others it is not there',
  async (path) => {
    const app = await start({ TRUST_PROXY: '127.0.0.1' })
    await app.ctx.mailer.send({ to: 'a@example.org', subject: 'CANARY', text: 'CANARY' })
    const { port } = new URL(app.url)
    for (const host of [
      `127.0.0.1:${port}`,
      'localhost',
      `LOCALHOST:${port}`,
      'a.localhost:1',
      '127.9.9.9',
      `[::1]:${port}`,
    ]) {
      const { status, text } = await get(app.url + path, { host })
      expect([host, status, text.includes('CANARY')]).toEqual([host, 200, true])
    }
    const anonymous = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
    const missing = await get(`${app.url}/dev/nothing`, {})
    expect(missing.status).toBe(404)
    const strange = [
      ...[
        'evil.example',
        'evil.example:80',
        '127.0.0.1.evil.example',
        'localhost.evil.example',
        '192.0.2.1',
        '[::2]',
      ].map((host) => ({ host })),
      ...forwarding.map((name) => ({ [name]: '127.0.0.1' })),
    ]
    for (const headers of strange) {
      const { status, text } = await get(app.url + path, headers)
      expect([headers, status, anonymous(text)]).toEqual([headers, 404, anonymous(missing.text)])
    }
  },
)

test('where others reach Scene, codes are shown on the terminal only', async () => {
  for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://scene.example.org' }]) {
    const app = await start(env)
    const shown: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(String(text)) > 0)
    await app.ctx.mailer
      .send({ to: 'a@example.org\n\u001b[2J', subject: '123456 is your Scene code', text: 'x' })
      .finally(() => write.mockRestore())
    expect(shown).toEqual(['  Mail to a@example.org  [2J: 123456 is your Scene code\n'])
    expect(await app.db.selectFrom('dev_mails').selectAll().execute()).toEqual([])
    expect((await fetch(`${app.url}/dev/mail`)).status).toBe(404)
  }
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
