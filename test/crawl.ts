import { needsSession } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import type { TestMember } from './factories.ts'
import type { TestApp } from './harness.ts'
import { rawCall } from './raw-call.ts'

/** Every call that reads for members. */
export const reads = registry.filter(
  ({ endpoint, name }) =>
    endpoint.method === 'GET' &&
    needsSession(endpoint.access) &&
    endpoint.access !== 'operator' &&
    name !== 'downloadExport',
)

interface Asked {
  /** What path parameters are filled with, by name; `movie` are films, `member` all others. */
  values: Record<string, string[]> & { movie: string[]; member: string[] }
  /** Queries beside those that calls are always asked with, for the calls that know any of their fields. */
  queries: string[]
}

const everyWay = [
  '',
  'limit=1',
  'sort=watched',
  'sort=likes',
  'sort=favorites',
  'sort=rating',
  'reviews=true',
  'all=true',
  'answers=1',
  'year=2024',
  // What is asked for is repeated.
  'tag=song',
  'today=2025-05-01',
]

const years: Record<string, string[]> = { period: ['2024'], year: ['2024'], month: ['2024-05'] }

/** Every address of a call. */
export function addressesOf(
  { path, query }: (typeof reads)[number]['endpoint'],
  { values, queries }: Asked,
): string[] {
  const known = query && 'shape' in query ? Object.keys(query.shape as object) : []
  const fitting = [...everyWay, ...queries].filter(
    (one) => one === '' || [...new URLSearchParams(one).keys()].some((name) => known.includes(name)),
  )
  let filled = [path as string]
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const given = values[name] ?? years[name] ?? (/movie|^id$/i.test(name) ? values.movie : values.member)
    filled = filled.flatMap((one) => given.map((value) => one.replace(`:${name}`, value)))
  }
  return filled.flatMap((one) => fitting.map((more) => `${one}?${more}`))
}

/** What a member is answered, its cursors included, by the name of the call. */
export async function answersTo(
  app: TestApp,
  viewer: TestMember,
  asked: Asked,
): Promise<{ name: string; texts: string[] }[]> {
  return Promise.all(
    reads.map(async ({ name, endpoint }) => ({
      name,
      texts: await Promise.all(
        addressesOf(endpoint, asked).map(async (path) => {
          const { text, headers } = await rawCall(app, { method: 'GET', path, as: viewer })
          const cursor = headers.get('x-next-cursor') ?? ''
          return text + Buffer.from(cursor, 'base64url').toString()
        }),
      ),
    })),
  )
}

/** The calls, by name, of which an answer meets a condition. */
export const callsAmong = (
  answers: readonly { name: string; texts: string[] }[],
  sings: (text: string) => boolean,
): string[] => answers.flatMap(({ name, texts }) => (texts.some(sings) ? [name] : [])).toSorted()

/** The same of all that a member is answered. */
export async function callsThat(
  app: TestApp,
  viewer: TestMember,
  asked: Asked,
  sings: (text: string) => boolean,
): Promise<string[]> {
  return callsAmong(await answersTo(app, viewer, asked), sings)
}
