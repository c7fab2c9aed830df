import { expect } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import { setUpSecondStep, turnOnSecondStep } from '#shared/api/security.ts'
import type { Got, TestApp } from '#test/harness.ts'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { codeOfApp } from './authenticator.ts'

/** Turns the second step of a member on; answers the app, whose codes go by the server's clock, and the recovery codes. */
export async function turnOn(app: TestApp, as: { token: string }) {
  const { status, data: made } = await app.call(setUpSecondStep, { as })
  expect(status).toBe(200)
  /** The code of now, or of so many steps later. */
  const codeOf = (steps = 0) => codeOfApp(made.key, app.ctx.now(), steps)
  const { status: confirmed, data } = await app.call(turnOnSecondStep, { as, body: { code: codeOf() } })
  expect(confirmed).toBe(200)
  return { ...made, codeOf, recoveryCodes: data.recoveryCodes }
}

/** What a sign-in answered whom it asks for the second step. */
export function challengeOf({ status, error }: Got<AnyEndpoint>): string {
  expect([status, error.code]).toEqual([401, 'auth.second_step'])
  return String(error.issues?.[0]?.params?.['challenge'])
}

/** The challenge that follows the right password. */
export const passwordStep = async (app: TestApp, body: { email: string; password: string }) =>
  challengeOf(await app.call(login, { body }))
