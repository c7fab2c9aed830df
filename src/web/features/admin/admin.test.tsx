import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { AuditLog } from './audit-log.tsx'
import { BackupsPart } from './backups-part.tsx'
import { HealthPart } from './health-part.tsx'
import { JobsPart } from './jobs-part.tsx'
import { MembersPart } from './members-part.tsx'
import { RefusalsPart } from './refusals-part.tsx'
import { SettingsPart } from './settings-part.tsx'

const at = '2026-01-02T10:00:00.000Z'
const ok = { about: 'database', state: 'ok', code: 'database.works', facts: { version: '18.1' } }
const done = (isDone: boolean) => [{ step: 'mail', done: isDone }]
const figure = (name: string, values: number[]) => ({
  figure: name,
  value: values.at(-1) ?? null,
  at: values.length > 0 ? at : null,
  points: values.map((value, index) => ({
    at: new Date(Date.parse(at) + index * 900_000).toISOString(),
    value,
  })),
})

test('one sentence says how all stands, and each row what to do', async () => {
  const mail = { about: 'mail', state: 'fault', code: 'mail.refused', facts: { reason: '535' } }
  const redis = { about: 'redis', state: 'unreadable', code: 'unreadable', facts: {} }
  const old = { about: 'backups', state: 'warning', code: 'backups.old', facts: { at } }
  fakeApi({
    'GET /api/admin/health': () => ({ at, findings: [mail, redis, old, ok], steps: done(false) }),
    'GET /api/admin/figures': () => [figure('members', [10, 1204]), figure('slowest', [0.2312])],
  })
  renderScreen(<HealthPart />)
  await screen.findByRole('heading', { name: 'Things that need attention: 3.' })
  const rows = within(screen.getByRole('list', { name: 'What Scene needs' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.replaceAll(/[\u2066-\u2069]/g, ''))).toEqual([
    expect.stringMatching(/^FailingMailThe mail server does not let Scene in: 535Look at SMTP_URL\./),
    expect.stringMatching(/^Not readableRedisNot readable/),
    expect.stringMatching(/^Needs attentionBackupsThe last is too old: 2 January 2026 at /),
    'WorksDatabasePostgreSQL 18.1',
  ])
  // Paths and reasons run left to right in any language, moments as their language does.
  const isolates = ({ textContent }: HTMLElement) => /[\u2066-\u2069]/.test(textContent ?? '')
  expect(rows.map(isolates)).toEqual([true, false, false, true])
  expect(screen.getByRole('link', { name: 'Open Mail' }).getAttribute('href')).toBe('/admin/mail')
  screen.getByText('0 of 1 done')
  await screen.findByText('1,204')
  screen.getByRole('img', { name: 'From 10 to 1,204' })
  screen.getByText('231 ms')
})

test('figures that cannot be read take nothing with them, and come with another try', async () => {
  let broken = true
  fakeApi({
    'GET /api/admin/health': () => ({ at, findings: [ok], steps: done(true) }),
    'GET /api/admin/figures': () => {
      if (broken) throw new Refusal(500, 'server.failed', 'Something went wrong.')
      return [figure('members', [])]
    },
  })
  renderScreen(<HealthPart />)
  await screen.findByRole('heading', { name: 'Everything works.' })
  expect(screen.queryByText('First steps')).toBeNull()
  const card = await screen.findByRole('region', { name: 'The last 24 hours' })
  await within(card).findByText(/Not readable/)
  broken = false
  await userEvent.click(within(card).getByRole('button', { name: 'Try again' }))
  await screen.findByText('No figure yet')
})

test('a job that failed shows its last words and is tried again', async () => {
  const job = { id: '7', name: 'mail.send', state: 'spent', tries: 12, nextRun: null, error: 'no route' }
  let jobs = [job]
  const requests = fakeApi({
    'GET /api/admin/jobs': () => ({ waiting: 0, failed: jobs.length, jobs }),
    'POST /api/admin/jobs/retry': () => {
      jobs = []
      return { retried: 1 }
    },
  })
  renderScreen(<JobsPart />)
  await userEvent.click(await screen.findByText('Last error'))
  screen.getByText('no route')
  await userEvent.click(screen.getByRole('button', { name: 'Retry mail.send' }))
  await screen.findByText('Nothing waits.')
  expect(requests.find(({ route }) => route.startsWith('POST'))?.body).toEqual({ ids: ['7'] })
})

test('a member is suspended once the question that names them is answered', async () => {
  const account = {
    _id: '018f0000-0000-7000-8000-000000000001',
    username: 'noor',
    name: null,
    avatar: null,
    email: 'noor@example.org',
    role: 'member',
    verified: true,
    suspended: false,
    joinedAt: at,
    seenOn: null,
  }
  const sent: string[] = []
  fakeApi({
    'GET /api/admin/members': ({ query }) => {
      sent.push(query.get('q') ?? '')
      return [{ ...account, suspended: sent.includes('suspend') }]
    },
    [`POST /api/admin/members/${account._id}/suspend`]: () => {
      sent.push('suspend')
      return { ok: true }
    },
  })
  renderScreen(<MembersPart />)
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for @noor' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    return screen.findByRole('alertdialog', { name: 'Suspend @noor?' })
  }
  await userEvent.click(within(await open()).getByRole('button', { name: 'Cancel' }))
  expect(sent).not.toContain('suspend')
  await userEvent.click(within(await open()).getByRole('button', { name: 'Suspend' }))
  await screen.findByText('@noor is suspended.')
  await screen.findByRole('cell', { name: 'Suspended' })
})

test('a backup under way is no other one, and each that is there has its command', async () => {
  const file = '/backups/scene-2026.tar.gz'
  const restore = `npx scene backup restore ${file} --replace`
  const requests = fakeApi({
    'GET /api/admin/health': () => ({ at, findings: [], steps: [] }),
    'GET /api/admin/backups': () => ({
      schedule: 'daily',
      folder: '/backups',
      kept: 7,
      madeAt: at,
      triedAt: at,
      failure: null,
      running: { startedAt: at, percent: 42 },
      files: [{ file, bytes: 5 * 1024 ** 2, at, restore }],
    }),
  })
  renderScreen(<BackupsPart />)
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('42')
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(requests.filter(({ route }) => route.startsWith('POST'))).toEqual([])
  screen.getByText(restore)
  screen.getByRole('button', { name: 'Copy command: restore scene-2026.tar.gz' })
  screen.getByText('5.0 MB')
})

test('settings say where they come from', async () => {
  fakeApi({
    'GET /api/admin/settings': () => [
      { name: 'SMTP_URL', value: '••••', from: 'file' },
      { name: 'REDIS_URL', value: null, from: 'default' },
    ],
  })
  renderScreen(<SettingsPart />)
  const rows = await screen.findAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'SettingValueSource',
    'SMTP_URL••••set by a file',
    'REDIS_URLnot setdefault',
  ])
})

test('what is refused at sign-up is added, taken back and refused again', async () => {
  let refusals: { kind: string; pattern: string }[] = []
  const shown = {
    createdAt: at,
    operator: { _id: '018f0000-0000-7000-8000-000000000001', username: 'rana', avatar: null },
    shellUser: null,
  }
  const requests = fakeApi({
    'GET /api/admin/refusals': () => refusals.map((one) => ({ ...one, ...shown })),
    'POST /api/admin/refusals': ({ body }) => {
      refusals = [body as (typeof refusals)[number]]
      return { changed: true }
    },
    'POST /api/admin/refusals/remove': () => {
      refusals = []
      return { changed: true }
    },
  })
  renderScreen(<RefusalsPart />)
  await screen.findByText('Nothing is refused.')
  const box = screen.getByRole('textbox', { name: 'What is refused' })
  const add = screen.getByRole('button', { name: 'Refuse' })
  await userEvent.type(box, '__*')
  await userEvent.click(add)
  await screen.findByText('That would refuse nearly everybody.')
  expect(document.activeElement).toBe(box)
  expect(requests.some(({ route }) => route.startsWith('POST'))).toBe(false)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'domain')
  await userEvent.clear(box)
  await userEvent.type(box, ' throw.example {Enter}')
  const row = await screen.findByRole('row', { name: /throw\.example/ })
  within(row).getByText('@rana')
  expect((box as HTMLInputElement).value).toBe('')
  await userEvent.click(within(row).getByRole('button', { name: /^Remove/ }))
  await screen.findByText('Nothing is refused.')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(box)
  await userEvent.click(undo)
  await screen.findByRole('row', { name: /throw\.example/ })
  expect(requests.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({ kind: 'domain', pattern: 'throw.example' })),
  )
})

test('the audit log names roles in the words of the screen, also one that it no longer knows', async () => {
  const entry = { id: 1, at, act: 'user.role', operator: null, shellUser: 'root', member: null }
  fakeApi({
    'GET /api/admin/audit': () => [
      { ...entry, about: { was: 'member', role: 'operator' } },
      { ...entry, id: 2, about: { was: 'guide', role: 'moderator' } },
    ],
  })
  renderScreen(<AuditLog />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringMatching(/^Role changedMemberOperatorCommand line/),
    expect.stringMatching(/^Role changedguideModeratorCommand line/),
  ])
})
