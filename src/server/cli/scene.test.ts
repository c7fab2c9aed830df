import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { insertDoubt } from '#server/domains/film-identity/reconcile.queries.ts'

const database = `t_scene_${process.pid}`
let app: TestApp
let member: TestMember
let env: Record<string, string>
beforeAll(async () => {
  await createDatabase(database)
  app = await startTestApp({ database })
  member = await buildMember(app)
  env = {
    DATABASE_URL: databaseUrl(database),
    SCENE_DATA_DIR: app.ctx.config.dataDir,
  }
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
})

const scene = (line: string, answer?: string) => runCommand(line.split(' ').filter(Boolean), env, { answer })

const acts = async () =>
  (await app.db.selectFrom('audit_log').select(['act', 'shell_user']).orderBy('id').execute()).map(
    ({ act, shell_user: by }) => [act, typeof by],
  )
const roleOf = async ({ id }: TestMember) =>
  (await app.db.selectFrom('members').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role

test.each(['', '--help', 'help', 'user --help', 'user role --help', 'films reconcile --help'])(
  '"scene %s" says how it is called',
  async (line) => {
    const { code, out, error } = await scene(line)
    expect([code, error]).toEqual([0, ''])
    expect(out).toMatch(/^scene /)
  },
)

test.each([
  'nonsense',
  'user',
  'user role',
  'user role somebody',
  'user role somebody king',
  'user list --limit none',
  'user list --role king',
  'user list --colour red',
  'user list two words',
  'user list somebody --pending',
  'user role somebody operator now',
  'recount dry-run',
  'media prune dry-run --yes',
  'doctor json',
  'films reconcile undo 3',
  'films reconcile --list 3',
  'films reconcile --accept 3 4 5',
  'films reconcile --list --undo 3',
  'films reconcile --accept 3',
  'films reconcile --undo three',
])('"scene %s" is called wrongly', async (line) => {
  const { code, out, error } = await scene(line)
  expect([code, out]).toEqual([64, ''])
  expect(error).toContain('scene ')
})

test('a list of nothing says so', async () => {
  for (const line of ['user list nobody_at_all', 'user list --pending', 'films reconcile --list'])
    expect((await scene(line)).out).toBe('none')
  expect((await scene('user list nobody_at_all --json')).out).toBe('[]')
})

test('a command that there is not is named', async () => {
  expect((await scene('bakcup create')).error).toMatch(
    /^there is no command “bakcup create”\n\nscene COMMAND/,
  )
})

test('a role is given after a question, and only by a yes', async () => {
  const before = await acts()
  expect(await scene(`user role ${member.username} operator`)).toMatchObject({ code: 64, out: '' })
  const declined = await scene(`user role ${member.username} operator`, 'no')
  expect([declined.code, declined.asked]).toEqual([1, [`Make ${member.username} operator? [y/N] `]])
  expect([await roleOf(member), await acts()]).toEqual(['member', before])
  expect((await scene(`user role ${member.username} operator`, 'y')).code).toBe(0)
  expect(await roleOf(member)).toBe('operator')
  const { code, out } = await scene(`user role ${member.email} moderator --yes --json`)
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { username: member.username, role: 'moderator', was: 'operator' },
  ])
  expect(await acts()).toEqual([...before, ['user.role', 'string'], ['user.role', 'string']])
  expect(await scene('user role nobody_here operator --yes')).toMatchObject({
    code: 1,
    error: 'User not found.',
  })
})

test('members are listed with their roles', async () => {
  const operator = await buildMember(app, { role: 'operator', verified: false })
  const { out } = await scene('user list --role operator')
  expect(out).toContain(`@${operator.username}`)
  expect(out).toContain(`${operator.email} (not verified)`)
  expect(out).not.toContain(member.username)
  const all: { username: string }[] = JSON.parse((await scene('user list --json --limit 1')).out)
  expect(all.map(({ username }) => username)).toEqual([operator.username])
  for (const query of [member.username.slice(1), `@${member.username}`, member.email]) {
    const found: { username: string }[] = JSON.parse((await scene(`user list ${query} --json`)).out)
    expect(found.map(({ username }) => username)).toEqual([member.username])
  }
})

test('doubtful films are listed, refused, taken up again, accepted and undone', async () => {
  const film = await buildFilm(app, { id: 800_600_001, title: 'Cairo Station' })
  const other = await buildFilm(app, { id: 650_001, title: 'Bab el Hadid' })
  await buildLog(app, { author: member, film, rating: 5 })
  const directors = { [film.id]: ['Youssef Chahine'] }
  const found = { candidates: [other.id], reason: 'other-title', confidence: 40 }
  await insertDoubt(app.db, { filmId: film.id, ...found, source: 'films.example', directors })
  const filmOfLog = async () =>
    (await app.db.selectFrom('logs').select('film_id').executeTakeFirst())?.film_id
  const before = await acts()

  const listed = await scene('films reconcile --list')
  expect(listed.out.split('\n')).toEqual([
    `${film.id}  Cairo Station (2011), Youssef Chahine  other-title 40 %`,
    `    ${other.id}  Bab el Hadid (2011)`,
  ])
  expect((await scene(`films reconcile --refuse ${film.id}`)).code).toBe(0)
  expect((await scene('films reconcile --list --json')).out).toBe('[]')
  expect((await scene(`films reconcile --reconsider ${film.id}`)).code).toBe(0)
  const accept = `films reconcile --accept ${film.id} ${other.id}`
  const accepted = await scene(accept, 'yes')
  expect(accepted.asked).toEqual([
    `Make Cairo Station (2011, ${film.id}) one with Bab el Hadid (2011, ${other.id})? [y/N] `,
  ])
  expect([accepted.code, await filmOfLog()]).toEqual([0, other.id])
  expect((await scene(`${accept} --yes`)).out).toBe('they are one already')
  const undone = await scene(`films reconcile --undo ${film.id} --yes --json`)
  expect(JSON.parse(undone.out)).toMatchObject({ into: other.id, kept: 0 })
  expect(await filmOfLog()).toBe(film.id)
  expect((await scene(`films reconcile --undo ${film.id} --yes`)).code).toBe(1)
  expect((await acts()).slice(before.length)).toEqual(
    ['films.refuse', 'films.reconsider', 'films.accept', 'films.undo'].map((act) => [act, 'string']),
  )
  expect((await scene('films reconcile')).out).toBe('0 films became others, 0 wait for a decision')
})

test('a database of another version, and a folder without one, are left alone', async () => {
  const empty = `${database}_empty`
  await createDatabase(empty)
  const other = await startTestApp({ database: empty })
  try {
    await other.db.deleteFrom('kysely_migration' as 'members').execute()
    const settings = env
    env = { ...settings, DATABASE_URL: settings['DATABASE_URL']?.replace(database, empty) ?? '' }
    const { code, error } = await scene('user list')
    const nothing = await scene(`backup create --to ${app.ctx.config.dataDir}/nothing.tar.gz`)
    env = { SCENE_DATA_DIR: `${app.ctx.config.dataDir}/nowhere` }
    const nowhere = await scene('user list')
    env = { ...settings, PORT: 'many' }
    const wrong = await scene('user list')
    env = settings
    expect([code, error]).toEqual([1, expect.stringContaining('start Scene once')])
    expect([nothing.code, nothing.error]).toEqual([1, expect.stringContaining('nothing to back up yet')])
    expect([nowhere.code, nowhere.error]).toEqual([1, expect.stringContaining('There is no data folder')])
    expect([wrong.code, wrong.error]).toEqual([78, expect.stringContaining('PORT')])
  } finally {
    await other.close()
    await dropDatabase(empty)
  }
})

test('a database that is away is told in one sentence, and can be tried again', async () => {
  const before = env
  env = { ...before, DATABASE_URL: 'postgres://scene:secret@127.0.0.1:9/scene' }
  try {
    for (const line of [
      'user list',
      'backup create --to /tmp/none.tar.gz',
      'backup restore /tmp/none.tar.gz --yes',
    ])
      expect(await scene(line)).toMatchObject({
        code: 75,
        out: '',
        error: expect.stringMatching(
          /^The database cannot be used: .*127\.0\.0\.1:9\. See scene doctor, .*$/,
        ),
      })
  } finally {
    env = before
  }
})
