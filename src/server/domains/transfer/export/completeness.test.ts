import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { shareYear } from '#shared/api/statistics.ts'
import {
  buildLetterboxdFeed,
  buildNotificationSettings,
  buildPasskey,
  buildPlay,
  buildToken,
  buildWebhook,
} from '#test/account-factories.ts'
import { buildHistory, download, jsonAt, textAt, type Unpacked } from '#test/fakes/exports.ts'
import { places } from '#test/export-places.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// A new column of a member's own fails here until it is exported, or its reason not to be stands below.

let app: TestApp
let files: Unpacked
/** Of a member who has nothing, when nobody had anything and when another had something of everything. */
let nothing: [earlier: Unpacked, later: Unpacked]
beforeAll(async () => {
  app = await startTestApp()
  const newcomer = await buildMember(app)
  const { files: earlier } = await download(app, newcomer)
  const { member } = await buildHistory(app)
  await buildPasskey(app, member.id)
  await buildToken(app, member.id)
  await buildPlay(app, member.id)
  await buildWebhook(app, member.id)
  await buildLetterboxdFeed(app, member.id)
  await buildNotificationSettings(app, member.id)
  await app.db
    .insertInto('member_services')
    .values({ member_id: member.id, provider_id: 8, region: 'SA', name: 'Salt', logo_path: null })
    .execute()
  await app.call(shareYear, { as: member, params: { userId: member.id, year: 2024 } })
  files = (await download(app, member)).files
  nothing = [earlier, (await download(app, newcomer)).files]
})
afterAll(() => app.close())

/** Tables of members of which nothing is exported. */
const nowhere: Record<string, string> = {
  audit_log: 'the operators’ record of what they did',
  assistant_usage: 'bounds what SceneBot costs in a day',
  diaries: 'counted from the logs',
  taste: 'counted from logs, and of others',
  taste_runs: 'counted from the logs',
  challenges: 'secrets that end after minutes',
  codes: 'secrets that end after minutes',
  devices: 'secrets of this installation',
  feeds: 'secret addresses of this installation',
  email_changes: 'a change of address that ends after an hour',
  recovery_codes: 'secrets',
  second_step_tries: 'bounds guesses for minutes',
  sessions: 'secrets of this installation',
  follow_notices: 'keeps one from being told of a follower twice',
  film_merge_rows: 'undoes what an operator merged',
  follow_requests: 'waits for an answer of members of one installation',
  imports: 'what an import came to; what it made is exported',
  import_choices: 'what was said of rows of imports; it is asked again',
  media: 'the files themselves, in the folder media',
  statistics: 'counted from the logs',
  report_cases: 'what moderators of one installation have to decide',
  refusals: 'what operators of one installation refuse at sign-up',
  reports: 'said to moderators of one installation; one reads them below Settings',
  moderation_decisions: 'said by moderators of one installation; one reads them below Settings',
}

test('every column of what is a member’s own is in the export, or left out for a reason', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.table_name as "table", array_agg(c.column_name::text) as columns
    from information_schema.columns c
    where c.table_schema = 'public' and (
      c.table_name in ('members', 'list_films') or exists (
        select from pg_constraint k
        where k.contype = 'f' and k.confrelid = 'public.members'::regclass
          and k.conrelid = format('public.%I', c.table_name)::regclass
      )
    )
    group by c.table_name`.execute(app.db)
  const unknown = rows
    .filter(({ table }) => nowhere[table] === undefined)
    .flatMap(({ table, columns }) =>
      columns.filter((column) => places[table]?.[column] === undefined).map((column) => `${table}.${column}`),
    )
  expect(unknown).toEqual([])
  const there = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
  const gone = Object.entries(places).flatMap(([table, columns]) =>
    Object.keys(columns)
      .filter((column) => !there.get(table)?.has(column))
      .map((column) => `${table}.${column}`),
  )
  expect(gone).toEqual([])
  expect(Object.keys(nowhere).filter((table) => !there.has(table))).toEqual([])
})

const fields = Object.values(places).flatMap((columns) =>
  Object.values(columns).filter((place) => typeof place === 'string'),
)

test.each([...new Set(fields)])('%s is there', (place) => {
  const [file = '', path = ''] = place.split(' ')
  let found: unknown[] = [jsonAt(files, file)].flat()
  expect(found.length).toBeGreaterThan(0)
  for (const part of path.split(/(?=>)|\./)) {
    const name = part.replace('>', '')
    if (part.startsWith('>')) found = found.flat()
    expect(
      found.every((one) => typeof one === 'object' && one !== null && name in one),
      name,
    ).toBe(true)
    found = found.map((one) => (one as Record<string, unknown>)[name])
  }
  expect(found.length).toBeGreaterThan(0)
})

test('what another has changes nothing in it', () => {
  const texts = nothing.map((unpacked) =>
    Object.fromEntries(
      Object.keys(unpacked).map((path) => [path, textAt(unpacked, path).replace(/"exportedAt":[^,]+/, '')]),
    ),
  )
  expect(texts[1]).toEqual(texts[0])
})

/** What is called as a member or the operator likes, or by a table of its own. */
const named = new Set(['counts', 'socials', 'audiences', 'switched'])

/** The names of all fields of what a file holds. */
const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...(named.has(name) ? [] : namesOf(inner)),
      ])
    : []

test('docs/export.md names every file and field', async () => {
  const page = await readFile('docs/export.md', 'utf8')
  const paths = Object.keys(files).filter((path) => path.endsWith('.json'))
  expect(paths.length).toBeGreaterThan(10)
  const names = new Set(paths.flatMap((path) => [path, ...namesOf(jsonAt(files, path))]))
  const described = new Set(
    [...page.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[{}, ]+/)),
  )
  expect([...names].filter((name) => !described.has(name))).toEqual([])
})
