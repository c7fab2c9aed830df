import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import {
  addPasskey,
  completeLogin,
  confirmIdentity,
  getConfirmOptions,
  getPasskeyLoginOptions,
  getPasskeyOptions,
  getSecurity,
  passkeyLogin,
  removePasskey,
  renamePasskey,
  turnOffSecondStep,
} from '#shared/api/security.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { createPasskey } from '#test/fakes/passkey.ts'
import { challengeOf, turnOn } from '#test/fakes/second-step.ts'
import { suspendAccount } from './operator.service.ts'

const minute = 60_000
const step = 30_000
const origin = 'http://localhost:3000'
const headers = { origin }

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

type Member = Awaited<ReturnType<typeof app.signUp>>

async function addTo(member: { token: string }, name = 'Phone') {
  const key = createPasskey()
  const { status, data: options } = await app.call(getPasskeyOptions, { as: member, headers })
  expect(status).toBe(200)
  const body = { name, passkey: key.make(options, { origin }) }
  const { status: added, data } = await app.call(addPasskey, { as: member, headers, body })
  expect(added).toBe(200)
  return { key, options, body, ...data }
}

async function withPasskey() {
  const member = await app.signUp()
  return { ...member, ...(await addTo(member)), id: member.id }
}

const loginOptions = async () => (await app.call(getPasskeyLoginOptions, { headers })).data

const logIn = (passkey: ReturnType<ReturnType<typeof createPasskey>['use']>, sent = {}) =>
  app.call(passkeyLogin, { headers: { ...headers, ...sent }, body: { passkey } })

const shown = async (member: { token: string }) => (await app.call(getSecurity, { as: member })).data.passkeys

describe('a passkey', () => {
  test('is added with a name, asked of the host that calls, and shown with its dates', async () => {
    const member = await app.signUp()
    const { options, ...added } = await addTo(member, 'My phone')
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Scene' },
      user: { name: member.username },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    expect(await shown(member)).toEqual([
      { id: added.id, name: 'My phone', createdAt: added.createdAt, usedAt: null, backedUp: false },
    ])
    const { data: more } = await app.call(getPasskeyOptions, { as: member, headers })
    expect(more.excludeCredentials.map(({ id }) => id)).toEqual([added.key.id])
    expect(more.user.id).toBe(options.user.id)
  })

  test('is refused for another challenge, a used or an old one, another origin or host, and twice', async () => {
    const member = await app.signUp()
    const { body } = await addTo(member)
    const add = (given: typeof body, sent: Record<string, string> = headers) =>
      app.call(addPasskey, { as: member, headers: sent, body: given })
    const made = async (how: Partial<Parameters<ReturnType<typeof createPasskey>['make']>[1]> = {}) => {
      const { data } = await app.call(getPasskeyOptions, { as: member, headers })
      return { name: 'x', passkey: createPasskey().make(data, { origin, ...how }) }
    }
    const other = await app.signUp()
    const { data: ofOther } = await app.call(getPasskeyOptions, { as: other, headers })
    const refused = [
      await add(body),
      await add({ name: 'x', passkey: createPasskey().make(ofOther, { origin }) }),
      await add({ name: 'x', passkey: createPasskey().make({ ...ofOther, challenge: 'AAAA' }, { origin }) }),
      await add(await made({ origin: 'http://evil.example' })),
      await add(await made({ rpId: 'evil.example' })),
      await add(await made(), {}),
      await add({
        ...body,
        passkey: {
          ...body.passkey,
          response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
        },
      }),
    ]
    const late = await made()
    app.skip(5 * minute)
    refused.push(await add(late))
    for (const { status, error } of refused)
      expect([status, error.code]).toEqual([400, 'auth.passkey_failed'])
    expect(await shown(member)).toHaveLength(1)
  })

  test('is renamed and removed by its owner only', async () => {
    const member = await withPasskey()
    const stranger = await app.signUp()
    const [one] = await shown(member)
    const params = { passkeyId: one?.id ?? '' }
    for (const { status, error } of [
      await app.call(renamePasskey, { as: stranger, params, body: { name: 'mine' } }),
      await app.call(removePasskey, { as: stranger, params }),
    ])
      expect([status, error.code]).toEqual([404, 'auth.passkey_not_found'])
    expect((await app.call(renamePasskey, { as: member, params, body: { name: '  ' } })).status).toBe(400)
    const renamed = await app.call(renamePasskey, { as: member, params, body: { name: ' مفتاح ' } })
    expect(renamed.data.name).toBe('مفتاح')
    app.skip(10 * minute)
    expect((await app.call(removePasskey, { as: member, params })).error.code).toBe('auth.step_up_required')
    expect((await app.call(confirmIdentity, { as: member, body: { password } })).status).toBe(200)
    expect((await app.call(removePasskey, { as: member, params })).status).toBe(200)
    expect(await shown(member)).toEqual([])
    const refused = await logIn(member.key.use(await loginOptions(), { origin }))
    expect([refused.status, refused.error.code]).toEqual([400, 'auth.passkey_failed'])
  })

  test('is not added without a proof of the last ten minutes; twenty are enough', async () => {
    const member = await app.signUp()
    const { data } = await app.call(getPasskeyOptions, { as: member, headers })
    for (let n = 0; n < 20; n++) await addTo(member, `Key ${n}`)
    expect((await app.call(getPasskeyOptions, { as: member, headers })).error.code).toBe('auth.passkey_full')
    const body = { name: 'x', passkey: createPasskey().make(data, { origin }) }
    expect((await app.call(addPasskey, { as: member, headers, body })).error.code).toBe('auth.passkey_full')
    app.skip(10 * minute)
    for (const { status, error } of [
      await app.call(getPasskeyOptions, { as: member, headers }),
      await app.call(addPasskey, { as: member, headers, body }),
    ])
      expect([status, error.code]).toEqual([403, 'auth.step_up_required'])
  })

  test('belongs to the host of PUBLIC_URL where that is set', async () => {
    const named = await startAccountsApp({ PUBLIC_URL: 'https://scene.example.org' })
    onTestFinished(() => named.close())
    const member = await named.signUp()
    const { data } = await named.call(getPasskeyOptions, { as: member, headers })
    expect(data.rp.id).toBe('scene.example.org')
    const key = createPasskey()
    const add = (from: string) =>
      named.call(addPasskey, {
        as: member,
        headers,
        body: { name: 'x', passkey: key.make(data, { origin: from }) },
      })
    expect((await add('https://scene.example.org')).status).toBe(200)
  })
})

describe('a login by passkey', () => {
  test('needs no name, begins a session, and is noted', async () => {
    const member = await withPasskey()
    const options = await loginOptions()
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'preferred' })
    const { status, data, headers: sent } = await logIn(member.key.use(options, { origin }))
    expect([status, data.user.id]).toEqual([200, member.id])
    expect(sent.get('set-cookie')).toContain('HttpOnly')
    expect((await shown(data))[0]?.usedAt).not.toBeNull()
  })

  test('takes a challenge once, also at once, for five minutes, and no foreign one', async () => {
    const member = await withPasskey()
    const answer = member.key.use(await loginOptions(), { origin })
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(answer)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
    const late = member.key.use(await loginOptions(), { origin })
    app.skip(5 * minute)
    const { data: own } = await app.call(getConfirmOptions, { as: member, headers })
    const forged = member.key.use(await loginOptions(), { origin })
    const other = await withPasskey()
    const stolen = other.key.use(await loginOptions(), { origin })
    for (const refused of [
      await logIn(late),
      await logIn(member.key.use(own, { origin })),
      await logIn(member.key.use({ challenge: 'AAAA', rpId: 'localhost' }, { origin })),
      await logIn({ ...forged, response: { ...forged.response, signature: 'AAAA' } }),
      // Under the id of another's passkey.
      await logIn({ ...stolen, id: member.key.id, rawId: member.key.id }),
      await logIn(member.key.use(await loginOptions(), { origin: 'http://evil.example' })),
      await logIn(member.key.use(await loginOptions(), { origin, rpId: 'evil.example' })),
      await logIn(createPasskey().use(await loginOptions(), { origin })),
    ])
      expect([refused.status, refused.error.code]).toEqual([400, 'auth.passkey_failed'])
  })

  test('that made sure of who holds it is both steps; any other is asked for a code', async () => {
    const member = await withPasskey()
    const { codeOf } = await turnOn(app, member)
    app.skip(step)
    expect((await logIn(member.key.use(await loginOptions(), { origin }))).status).toBe(200)
    const present = member.key.use(await loginOptions(), { origin, isVerified: false })
    const challenge = challengeOf(await logIn(present))
    const done = await app.call(completeLogin, { body: { challenge, code: codeOf() } })
    expect([done.status, done.data.user.id]).toEqual([200, member.id])
  })

  test('without a second step needs no more than that somebody is there', async () => {
    const member = await withPasskey()
    const answer = await logIn(member.key.use(await loginOptions(), { origin, isVerified: false }))
    expect(answer.status).toBe(200)
  })

  test('by a counter that went back is let in and warned of', async () => {
    const member = await withPasskey()
    const warn = vi.spyOn(app.ctx.logger, 'warn')
    onTestFinished(() => warn.mockRestore())
    const use = async (counter: number) => logIn(member.key.use(await loginOptions(), { origin, counter }))
    expect((await use(7)).status).toBe(200)
    expect((await use(8)).status).toBe(200)
    expect(warn).not.toHaveBeenCalled()
    expect((await use(3)).status).toBe(200)
    expect(warn.mock.calls).toEqual([
      [{ passkey: expect.any(String), was: 8, is: 3 }, 'the counter of a passkey went back'],
    ])
  })

  test('of a suspended member begins nothing', async () => {
    const member = await withPasskey()
    await suspendAccount(app.ctx, { shellUser: 'test' }, member.username)
    for (const isVerified of [true, false]) {
      const { status, error } = await logIn(member.key.use(await loginOptions(), { origin, isVerified }))
      expect([status, error.code]).toEqual([403, 'auth.suspended'])
    }
    const sessions = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .execute()
    expect(sessions).toEqual([])
  })
})

describe('confirming by passkey', () => {
  const confirm = async (member: Member & { key: ReturnType<typeof createPasskey> }, isVerified: boolean) => {
    const { data } = await app.call(getConfirmOptions, { as: member, headers })
    const passkey = member.key.use(data, { origin, isVerified })
    return { data, answer: await app.call(confirmIdentity, { as: member, headers, body: { passkey } }) }
  }

  test('asks for one’s own; where there is a second step, for one that makes sure of its holder', async () => {
    const member = await withPasskey()
    const { data, answer } = await confirm(member, false)
    expect([data.allowCredentials.map(({ id }) => id), data.userVerification]).toEqual([
      [member.key.id],
      'preferred',
    ])
    expect(answer.status).toBe(200)
    await turnOn(app, member)
    app.skip(10 * minute)
    const unsure = await confirm(member, false)
    expect([unsure.data.userVerification, unsure.answer.error.code]).toEqual([
      'required',
      'auth.passkey_failed',
    ])
    expect((await app.call(turnOffSecondStep, { as: member })).error.code).toBe('auth.step_up_required')
    expect((await app.call(getSecurity, { as: member })).data.proofs).toEqual(['passkey', 'code'])
    expect((await confirm(member, true)).answer.status).toBe(200)
    expect((await app.call(turnOffSecondStep, { as: member })).status).toBe(200)
  })

  test('answers the session that asked, and no other one of the member', async () => {
    const member = await withPasskey()
    const other = (await app.call(login, { body: member })).data
    const prove = async (as: { token: string }) => {
      const { data } = await app.call(getConfirmOptions, { as: member, headers })
      const body = { passkey: member.key.use(data, { origin }) }
      return { body, ...(await app.call(confirmIdentity, { as, headers, body })) }
    }
    expect((await prove(other)).error.code).toBe('auth.passkey_failed')
    const { status, body } = await prove(member)
    expect(status).toBe(200)
    const again = await app.call(confirmIdentity, { as: member, headers, body })
    expect(again.error.code).toBe('auth.passkey_failed')
  })

  test('is nothing for another’s passkey, nor for who has none', async () => {
    const member = await withPasskey()
    const other = await withPasskey()
    const { data } = await app.call(getConfirmOptions, { as: member, headers })
    const body = { passkey: other.key.use(data, { origin }) }
    expect((await app.call(confirmIdentity, { as: member, headers, body })).error.code).toBe(
      'auth.passkey_failed',
    )
    const none = await app.signUp()
    expect((await app.call(getConfirmOptions, { as: none, headers })).error.code).toBe('auth.passkey_failed')
  })
})

test('a password logs in beside passkeys, without a second step', async () => {
  const member = await withPasskey()
  expect((await app.call(login, { body: member })).status).toBe(200)
})
