import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFilm, buildList, buildLog, buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder } from '#test/preview-page.ts'

let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp

beforeAll(async () => {
  web = await buildWebFolder()
  app = await startTestApp({ webFolder: web.folder })
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

test.each(['suspended_at', 'limited_at'] as const)(
  'of who is not shown to guests (%s) there is no preview',
  async (column) => {
    const author = await buildMember(app)
    const log = await buildLog(app, { author, film: await buildFilm(app), review: 'Words.' })
    const list = await buildList(app, { author, title: 'Fog' })
    const pages = () =>
      Promise.all(
        [`/review/${log.id}`, `/list/${list.id}`, `/profile/${author.id}`].map(async (path) =>
          (await (await fetch(app.url + path)).text()).includes(author.username),
        ),
      )
    expect(await pages()).toEqual([true, true, true])
    await app.db
      .updateTable('members')
      .set({ [column]: new Date() })
      .where('id', '=', author.id)
      .execute()
    expect(await pages()).toEqual([false, false, false])
  },
)

test('pages whose previews name a member are kept from search engines, those of films are not', async () => {
  const [author, film] = [await buildMember(app), await buildFilm(app)]
  const log = await buildLog(app, { author, film })
  const list = await buildList(app, { author })
  const robots = async (path: string) => (await fetch(app.url + path)).headers.get('x-robots-tag')
  for (const path of [`/review/${log.id}`, `/list/${list.id}`, `/profile/${author.id}`])
    expect([path, await robots(path)]).toEqual([path, 'noindex'])
  expect(await robots(`/movie/${film.id}`)).toBeNull()
})
