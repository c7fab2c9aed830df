import { createServer, type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { checkSmtp, createSmtpMailer } from './smtp-mailer.ts'

interface Received {
  from: string
  to: string[]
  raw: string
}

async function startServer() {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, _session, done) {
      if (auth.username === 'scene' && auth.password === 's3cret/') done(null, { user: 'scene' })
      else done(new Error('wrong credentials'))
    },
    onRcptTo(address, _session, done) {
      done(address.address.startsWith('refused@') ? new Error('no such mailbox') : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = session.envelope.mailFrom
        received.push({
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map((rcpt) => rcpt.address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, port: (server.server.address() as AddressInfo).port }
}

test('a mail arrives as written, in any script', async () => {
  const { received, port } = await startServer()
  const mailer = createSmtpMailer(`smtp://scene:s3cret%2F@127.0.0.1:${port}`, 'Scène <scene@example.org>')
  const text = 'رمز التحقق الخاص بك: 012345\n\nÀ bientôt — 15 minutes.\n.\nafter a lone dot\n'
  await mailer.send({ to: 'reader@example.org', subject: 'رمز Scene هو 012345 — vérifié', text })
  const [mail] = received
  expect(mail).toMatchObject({ from: 'scene@example.org', to: ['reader@example.org'] })
  const parsed = await PostalMime.parse(mail?.raw ?? '')
  expect(parsed.subject).toBe('رمز Scene هو 012345 — vérifié')
  expect(parsed.text?.trimEnd()).toBe(text.trimEnd())
  // Programs show plain text from left to right.
  expect(parsed.html).toContain('<p dir="auto">رمز التحقق الخاص بك: 012345</p>')
  expect(parsed.html).toContain('<p dir="auto">À bientôt — 15 minutes.<br>.<br>after a lone dot</p>')
  expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(parsed.from).toMatchObject({ name: 'Scène', address: 'scene@example.org' })
})

test('addresses in a text can be pressed, and nothing of others is markup', async () => {
  const { received, port } = await startServer()
  const text =
    'To log in (https://scene.example/login?a=1&b=2), press.\n\nThe name: <b>"Ü"</b> \u2068https://x.example\u2069.\n'
  await createSmtpMailer(`smtp://127.0.0.1:${port}`, 'scene@example.org').send({
    to: 'reader@example.org',
    subject: 'x',
    text,
  })
  const { html } = await PostalMime.parse(received[0]?.raw ?? '')
  expect(html).toContain(
    'To log in (<a href="https://scene.example/login?a=1&amp;b=2">https://scene.example/login?a=1&amp;b=2</a>), press.',
  )
  expect(html).toContain('&lt;b&gt;&quot;Ü&quot;&lt;/b&gt; \u2068<a href="https://x.example">')
})

test('one recipient stays one recipient, whatever the address looks like', async () => {
  const { received, port } = await startServer()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'scene@example.org')
  await mailer.send({ to: 'a,victim@example.org', subject: 'x', text: 'x' }).catch(() => {})
  expect(received.flatMap((mail) => mail.to)).not.toContain('victim@example.org')
})

test('a refusal and a server that is not there are errors', async () => {
  const { port } = await startServer()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'scene@example.org')
  const mail = { to: 'refused@example.org', subject: 'x', text: 'x' }
  await expect(mailer.send(mail)).rejects.toThrow('no such mailbox')
  const wrong = createSmtpMailer(`smtp://scene:wrong@127.0.0.1:${port}`, 'scene@example.org')
  await expect(wrong.send({ ...mail, to: 'reader@example.org' })).rejects.toThrow('wrong credentials')
  await expect(createSmtpMailer('smtp://127.0.0.1:9', 'scene@example.org').send(mail)).rejects.toThrow()
})

test('a server that takes the connection and says nothing is told as such, in time', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => silent.close(() => resolve())))
  const { port } = silent.address() as AddressInfo
  await expect(checkSmtp(`smtp://127.0.0.1:${port}`, 200)).rejects.toThrow('Greeting never received')
})
