import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const read = (path: string) => fetch(app.url + path)

test.each(['/robots.txt', '/sitemap.xml', '/sitemap/members.xml', '/sitemap/films.xml?after=603'])(
  'what search engines read at %s is kept by no cache without asking',
  async (path) => {
    const { status, headers } = await read(path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  },
)

test.each([
  'films.xml?after=1&after=2',
  `lists.xml?after=${'a'.repeat(41)}`,
  'members.xml?after[]=1&kind=x',
  'x.xml?kind=films',
])('a map that is asked for wrongly, %s, is no fault of the server', async (file) => {
  expect((await read(`/sitemap/${file}`)).status).toBeLessThan(500)
})
