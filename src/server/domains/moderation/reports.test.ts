import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuestReport, decideCase } from '#shared/api/moderation.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { pruneGuests } from './appeals.service.ts'

let app: TestApp
let now = new Date()

beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => now } })
})
afterAll(() => app.close())

async function reportAsGuest(address: string, email: string): Promise<string> {
  const body = {
    address,
    reason: 'illegal' as const,
    text: 'Of mine.',
    name: 'Rana',
    email,
    goodFaith: true as const,
    language: 'en' as const,
  }
  expect((await app.call(createGuestReport, { body })).status).toBe(200)
  const { id } = await app.db
    .selectFrom('report_cases')
    .select('id')
    .where('target', '=', address)
    .executeTakeFirstOrThrow()
  return id
}

test('guests are forgotten a month after what they reported was decided, and no sooner', async () => {
  const moderator = await buildMember(app, { role: 'moderator' })
  const decided = await reportAsGuest('https://scene.example/decided', 'rana0@example.org')
  const waiting = await reportAsGuest('https://scene.example/waiting', 'rana1@example.org')
  const decision = { act: 'none' as const, ground: 'illegal' as const, facts: '', seen: 0 }
  const sent = { as: moderator, params: { caseId: decided }, body: decision }
  expect((await app.call(decideCase, sent)).status).toBe(200)
  const guests = () =>
    app.db
      .selectFrom('reports')
      .select(['guest_name as name', 'guest_email as email', 'text'])
      .where('case_id', 'in', [decided, waiting])
      .orderBy('id')
      .execute()
  const rana = (email: string) => ({ name: 'Rana', email, text: 'Of mine.' })
  const all = [rana('rana0@example.org'), rana('rana1@example.org')]
  now = new Date(now.getTime() + 30 * 86_400_000 - 1000)
  await pruneGuests(app.ctx)
  expect(await guests()).toEqual(all)
  now = new Date(now.getTime() + 2000)
  await pruneGuests(app.ctx)
  // What was reported, and why, stays.
  expect(await guests()).toEqual([{ name: null, email: null, text: 'Of mine.' }, all[1]])
})
