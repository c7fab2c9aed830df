import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { demoLogin, expect, type OwnProduct, type Product, type Session, type Visitor } from './scene.ts'

interface CallOptions {
  method?: string
  token?: string
  body?: object | FormData
}

/** One call of the product's API; a refused one is an error. */
export async function call<T>({ url }: Product, path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', token, body } = options
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

export function logIn(product: Product, login: { email: string; password: string } = demoLogin) {
  return call<Session>(product, '/api/auth/login', { method: 'POST', body: login })
}

const drawn = new Map<string, Promise<Buffer>>()

/** Of members whose picture is not looked at: the server has little to read and to make smaller. */
let face: Promise<Buffer> | undefined
const drawFace = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#7c3aed' } })
    .jpeg()
    .toBuffer()

/** A picture that is wider than high and not of one colour, so that a crop can be told. */
export async function picture(colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const known = drawn.get(colour) ?? drawPicture(colour)
  drawn.set(colour, known)
  return { name: 'picture.jpg', mimeType: 'image/jpeg', buffer: await known }
}

async function drawPicture(colour: string): Promise<Buffer> {
  const band = await sharp({ create: { width: 450, height: 600, channels: 3, background: '#f6c54b' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .composite([{ input: band, left: 450, top: 0 }])
    .jpeg()
    .toBuffer()
}

/** A name that nobody has. */
export const freeName = (start: string) => `${start}_${randomBytes(4).toString('hex')}`

export const password = 'quiet harbour 7'

/** A member made without the screens. */
export async function signUp(product: Product, username: string): Promise<Session> {
  const form = new FormData()
  const buffer = await (face ??= drawFace())
  form.set('avatar', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), 'avatar.jpg')
  const { secure_url: avatar } = await call<{ secure_url: string }>(product, '/api/upload/signup-avatar', {
    method: 'POST',
    body: form,
  })
  const body = { username, email: `${username}@example.org`, password, avatar }
  return call<Session>(product, '/api/auth/register', { method: 'POST', body })
}

/** Makes a member an operator, as whoever runs Scene does. */
export function makeOperator({ dataDir }: OwnProduct, username: string): void {
  execFileSync(process.execPath, ['src/server/cli/scene.ts', 'user', 'role', username, 'operator', '--yes'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH: process.env['PATH'], SCENE_DATA_DIR: dataDir },
  })
}

/** One member follows another, or no longer. */
export const follow = (product: Product, { user, token }: Session, { user: target }: Session) =>
  call(product, `/api/users/${user._id}/follow/${target._id}`, { method: 'POST', token })

/** Puts films on a member's watchlist. */
export async function wish(product: Product, { token }: { token: string }, ids: number[]) {
  for (const movieId of ids)
    await call(product, '/api/watchlist/toggle', { method: 'POST', token, body: { movieId } })
}

/** The six digits of the newest mail to the address; waits for the mail to be written. */
export async function newestCode(product: Product, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mails = await call<{ to: string; text: string }[]>(product, '/dev/mail.json')
    const code = /\b\d{6}\b/.exec(mails.find((mail) => mail.to === email)?.text ?? '')?.[0]
    if (code !== undefined) return code
    await wait(100)
  }
  throw new Error(`no mail with a code for ${email}`)
}

/** Chooses a picture for the avatar and crops it: zooms in, moves it, presses Done. `button` opens the choice. */
export async function cropAvatar({ page }: Visitor, colour: string, button = 'Upload avatar'): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.locator('label', { hasText: button }).click()
  await (await choosing).setFiles(await picture(colour))
  const dialog = page.getByRole('dialog', { name: 'Crop Photo' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toHaveAttribute('min', '1')
  await expect(zoom).toHaveAttribute('max', '3')
  await expect(zoom).toHaveAttribute('step', '0.1')
  await zoom.fill('1.5')
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(zoom).toHaveValue('1.6')
  await dialog.getByRole('button', { name: 'Move left' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}
