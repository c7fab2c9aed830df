import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pictures } from '#server/adapters/pictures/pictures.ts'
import { drawBeginnings } from './draw-ahead.service.ts'
import { buildFilm, buildLog, buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The addresses that are drawn, in their order. */
async function drawn(signal = new AbortController().signal) {
  const addresses: string[] = []
  const drawAhead: Pictures['drawAhead'] = async (size, file) => {
    signal.throwIfAborted()
    addresses.push(`${size}/${file}`)
  }
  await drawBeginnings({ ...app.ctx, pictures: { ...app.ctx.pictures, drawAhead } }, signal)
  return addresses
}

test('what trends, what members log and what is known here, in the languages of the members', async () => {
  const [first] = await app.ctx.filmSource.trending()
  const trending = first?.poster_path?.replace('.jpg', '') ?? ''
  const english = await drawn()
  expect(english[0]).toBe(`w92${trending}-t.jpg`)
  expect(english).toContain(`w342${trending}-f.jpg`)
  expect(english.some((address) => address.includes('.ar.'))).toBe(false)

  const author = await buildMember(app)
  await app.db.updateTable('members').set({ locale: 'ar' }).where('id', '=', author.id).execute()
  await app.ctx.changes.caughtUp()
  const film = await buildFilm(app)
  await buildLog(app, { author, film, watchedAt: '2026-01-01' })
  await buildLog(app, { author, film: await buildFilm(app, { id: 77 }), seenOnly: true })
  const both = await drawn()
  expect(both[0]).toBe(`w92${trending}-t.ar.jpg`)
  expect(both).toContain(`w500/poster${film.id}-0-m.ar.jpg`)
  expect(both).toContain(`w500/poster${film.id}-0-m.jpg`)
  expect(both.some((address) => address.includes('poster77-'))).toBe(false)
  expect(new Set(both).size).toBe(both.length)
})
