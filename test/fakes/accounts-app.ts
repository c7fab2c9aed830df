import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from 'kysely'
import sharp from 'sharp'
import { register } from '#shared/api/accounts.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import type { Mail } from '#server/adapters/mail/mailer.ts'
import { cost } from '#server/domains/accounts/passwords.ts'
import { startTestApp } from '../harness.ts'

export const password = 'correct horse'

/** What a password's hash costs outside tests, of which some make hundreds. */
export const fullCost = { ...cost }
Object.assign(cost, { memoryCost: 64, timeCost: 1 })

/** What a browser would send back of the cookie that an answer sets; empty for none. */
export const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';', 1)[0] ?? ''

/** The session that a sign-up began. */
export function sessionOf(answer: AnswerOf<typeof register>) {
  if ('pending' in answer) throw new Error('this sign-up waits to be let in')
  return answer
}

/** Scene with running jobs (unless `jobs` is false), a mailbox in memory and a clock that tests move. */
export async function startAccountsApp(
  env: Record<string, string> = {},
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'env' | 'overrides'> = {},
) {
  const mails: Mail[] = []
  const clock = { ahead: 0 }
  const app = await startTestApp({
    env,
    jobs: true,
    ...options,
    overrides: {
      now: () => new Date(Date.now() + clock.ahead),
      mailer: { send: async (mail) => void mails.push(mail) },
    },
  })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()

  const uploadAvatar = async () => {
    const { data } = await app.call(uploadSignupAvatar, { files: { avatar: { bytes: picture } } })
    return data.secure_url
  }
  /** A valid sign-up, changed by `overrides`. */
  const form = async (overrides: Partial<BodyOf<typeof register>> = {}) => {
    const username = overrides.username ?? `u_${randomBytes(6).toString('hex')}`
    return {
      username,
      email: `${username.toLowerCase()}@example.org`,
      password,
      avatar: await uploadAvatar(),
      ...overrides,
    }
  }
  return {
    ...app,
    mails,
    /** Moves the server's clock on by milliseconds, for good. */
    skip: (milliseconds: number) => void (clock.ahead += milliseconds),
    uploadAvatar,
    form,
    async signUp(overrides: Partial<BodyOf<typeof register>> = {}) {
      const body = await form(overrides)
      const { status, data, headers } = await app.call(register, { body })
      expect(status).toBe(200)
      const { user, token } = sessionOf(data)
      return { ...body, id: user.id, token, cookie: cookieOf(headers) }
    },
    /** The code of the newest mail to an address, once `count` mails have come. */
    async codeFor(address: string, count = 1): Promise<string> {
      await expect
        .poll(() => mails.filter((mail) => mail.to === address).length, { timeout: 10_000 })
        .toBe(count)
      return /\b\d{6}\b/.exec(mails.findLast((mail) => mail.to === address)?.text ?? '')?.[0] ?? ''
    },
    /** Waits until no job is queued, so that the absence of a mail means something. */
    async jobsDone() {
      const queued = async () => {
        const { rows } = await sql<{
          n: number
        }>`select count(*)::int as n from graphile_worker.jobs`.execute(app.db)
        return rows[0]?.n
      }
      await expect.poll(queued, { timeout: 10_000 }).toBe(0)
    },
  }
}
