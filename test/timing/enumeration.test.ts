import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  login,
  requestResetCode,
  resendCode,
  resetPassword,
  verifyEmailCode,
  verifyResetCode,
} from '#shared/api/accounts.ts'
import { cost } from '#server/domains/accounts/passwords.ts'
import { fullCost, password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { medianGap } from './medians.ts'

// How long an answer takes tells nobody whether there is such a member. Clocks of busy machines lie: `npm run trust` runs
// this, `npm test` does not.

let app: Awaited<ReturnType<typeof startAccountsApp>>
let members: Awaited<ReturnType<typeof app.signUp>>[]
beforeAll(async () => {
  Object.assign(cost, fullCost)
  // Without jobs: what is queued alike is done later, and would be in the way of both.
  app = await startAccountsApp({}, { jobs: false })
  members = []
  for (let made = 0; made < 20; made += 1) members.push(await app.signUp())
})
afterAll(() => app.close())

/** Milliseconds within which a second request for a code is refused. */
const aMinute = 61_000

let asked = 0
/** One of those who are here, and somebody who is not, with names of one length. */
const known = () => members[asked++ % members.length] ?? { email: '', username: '' }
function unknown() {
  const { email, username } = known()
  const swap = (text: string) => text.replace(/[a-z0-9](?=@|$)/i, (last) => (last === 'z' ? 'y' : 'z'))
  return {
    email: `${email.slice(0, 1)}${asked}${email.slice(1 + String(asked).length)}`,
    username: swap(username),
  }
}

type Who = { email: string; username: string }
const calls: [
  name: string,
  status: number,
  call: (who: Who) => Promise<{ status: number }>,
  isSent?: true,
][] = [
  ['login', 401, ({ email }) => app.call(login, { body: { email, password: `${password}!` } })],
  ['verifyEmailCode', 400, ({ email }) => app.call(verifyEmailCode, { body: { email, code: '000000' } })],
  ['verifyResetCode', 400, ({ email }) => app.call(verifyResetCode, { body: { email, code: '000000' } })],
  [
    'resetPassword',
    400,
    ({ email }) => app.call(resetPassword, { body: { email, code: '000000', newPassword: 'something new' } }),
  ],
  ['resendCode', 200, ({ email }) => app.call(resendCode, { body: { email } }), true],
  ['requestResetCode', 200, (who) => app.call(requestResetCode, { body: who }), true],
]

test.each(calls)('%s takes as long for who is not here as for who is', async (_, status, call, isSent) => {
  const answered = new Set<number>()
  const prepare = (choose: () => Who) => async () => {
    const who = choose()
    if (isSent) app.skip(aMinute)
    return async () => void answered.add((await call(who)).status)
  }
  expect(await medianGap(prepare(known), prepare(unknown))).toBeLessThanOrEqual(0.05)
  // All of them were looked at, and none refused before.
  expect([...answered]).toEqual([status])
})
