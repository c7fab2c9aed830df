import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteMember, getMember, updateMember, type ExportRhythm } from '#shared/api/members.ts'
import type { Mail } from '#server/adapters/mail/mailer.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { jsonAt } from '#test/fakes/exports.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { sceneHead } from '../scene-format.ts'
import { makeScheduledExports } from './scheduled-export.service.ts'

let now = new Date('2026-03-01T10:00:00Z')
const day = (text: string) => void (now = new Date(`${text}T10:00:00Z`))

const choose = (app: TestApp, as: TestMember, scheduledExport: ExportRhythm) =>
  app.call(updateMember, { as, params: { userId: as.id }, body: { scheduledExport } })
const exportedAt = async (app: TestApp, { id }: TestMember) =>
  (await app.db.selectFrom('members').select('exported_at').where('id', '=', id).executeTakeFirstOrThrow())
    .exported_at

describe('to a folder', () => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scene-exports-'))
    app = await startTestApp({
      env: { SCHEDULED_EXPORT: 'folder', SCHEDULED_EXPORT_DIR: folder, SCHEDULED_EXPORT_KEEP: '2' },
      overrides: { now: () => now },
    })
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => day('2026-03-01'))

  const filesOf = ({ id }: TestMember) => readdir(join(folder, id)).catch(() => [])

  test('each week or month by their days, the newest of them kept, until the account is deleted', async () => {
    const [weekly, monthly, never] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    await choose(app, weekly, 'weekly')
    await choose(app, monthly, 'monthly')
    const { data } = await app.call(getMember, { as: weekly, params: { userId: weekly.id } })
    expect(data).toMatchObject({ scheduledExport: 'weekly', exportDelivery: 'folder' })
    const name = ({ username }: TestMember, at: string) => `scene-${username}-${at}.zip`

    await makeScheduledExports(app.ctx)
    expect(await filesOf(weekly)).toEqual([name(weekly, '2026-03-01')])
    expect(await filesOf(monthly)).toEqual([name(monthly, '2026-03-01')])
    expect(await filesOf(never)).toEqual([])
    const path = join(folder, weekly.id, name(weekly, '2026-03-01'))
    const { member } = sceneHead.parse(jsonAt(unzipSync(readFileSync(path)), 'scene.json'))
    expect(member).toMatchObject({ favouriteFilms: [] })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, weekly.id))).mode & 0o777).toBe(0o700)

    for (const at of ['2026-03-07', '2026-03-08', '2026-03-15', '2026-03-31']) {
      day(at)
      await makeScheduledExports(app.ctx)
    }
    expect(await filesOf(weekly)).toEqual([name(weekly, '2026-03-15'), name(weekly, '2026-03-31')])
    expect(await filesOf(monthly)).toEqual([name(monthly, '2026-03-01')])
    day('2026-04-01')
    await makeScheduledExports(app.ctx)
    expect(await filesOf(monthly)).toHaveLength(2)

    // A clock that was years ahead keeps none from being made, nor from being kept.
    day('2031-01-01')
    await makeScheduledExports(app.ctx)
    for (const file of await filesOf(weekly)) await utimes(join(folder, weekly.id, file), now, now)
    day('2026-04-02')
    await makeScheduledExports(app.ctx)
    expect(await filesOf(weekly)).toContain(name(weekly, '2026-04-02'))
    expect(await exportedAt(app, weekly)).toEqual(now)

    day('2026-03-15')
    expect((await app.call(deleteMember, { as: weekly, params: { userId: weekly.id } })).status).toBe(200)
    // Also where the process that deleted it died right then.
    expect(await readdir(folder)).toContain(weekly.id)
    await app.ctx.jobs.start()
    await expect.poll(() => readdir(folder)).not.toContain(weekly.id)
  })

  test('not before the address is proved, and one that fails stops nobody else and is made later', async () => {
    const [unverified, unlucky, other] = [
      await buildMember(app, { verified: false }),
      await buildMember(app),
      await buildMember(app),
    ]
    for (const member of [unverified, unlucky, other]) await choose(app, member, 'weekly')
    await writeFile(join(folder, unlucky.id), 'in the way')
    await makeScheduledExports(app.ctx)
    expect(await filesOf(unverified)).toEqual([])
    expect(await exportedAt(app, unlucky)).toBeNull()
    expect(await filesOf(other)).toHaveLength(1)
    await rm(join(folder, unlucky.id))
    // Nothing half is left of it either.
    const name = `scene-${unlucky.username}-2026-03-01.zip`
    await mkdir(join(folder, unlucky.id, name, 'in the way'), { recursive: true })
    await makeScheduledExports(app.ctx)
    expect(await filesOf(unlucky)).toEqual([name])
    expect(await exportedAt(app, unlucky)).toBeNull()
    await rm(join(folder, unlucky.id), { recursive: true })
    await makeScheduledExports(app.ctx)
    expect(await filesOf(unlucky)).toEqual([name])
    expect(await exportedAt(app, unlucky)).toEqual(now)
  })
})

describe('by mail', () => {
  const sent: Mail[] = []
  let refused = false
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({
      env: { SCHEDULED_EXPORT: 'mail', SMTP_URL: 'smtp://127.0.0.1:9' },
      overrides: {
        now: () => now,
        mailer: {
          send: async (mail) => {
            if (refused) throw new Error('the mail server said no')
            sent.push(mail)
          },
        },
      },
    })
  })
  afterAll(() => app.close())

  test('it is attached, in the language of the member, and sent again where it was refused', async () => {
    day('2026-05-01')
    const member = await buildMember(app)
    await choose(app, member, 'monthly')
    await app.call(updateMember, {
      as: member,
      params: { userId: member.id },
      body: { language: 'fr' },
    })
    refused = true
    await makeScheduledExports(app.ctx)
    expect(await exportedAt(app, member)).toBeNull()
    refused = false
    for (const _ of [1, 2]) await makeScheduledExports(app.ctx)
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail).toMatchObject({ to: `${member.username}@example.org`, subject: 'Votre export de Scene' })
    expect(mail?.text).toContain('mensuel')
    expect(mail?.attachment?.name).toBe(`scene-${member.username}-2026-05-01.zip`)
    expect(Object.keys(unzipSync(mail?.attachment?.bytes ?? new Uint8Array()))).toContain('scene.json')
  })
})

test('an account that is deleted while its export is made leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-exports-'))
  let onSend = async () => {}
  const app = await startTestApp({
    env: { SCHEDULED_EXPORT: 'mail', SMTP_URL: 'smtp://127.0.0.1:9', SCHEDULED_EXPORT_DIR: folder },
    overrides: { now: () => now, mailer: { send: () => onSend() } },
  })
  const member = await buildMember(app)
  await choose(app, member, 'weekly')
  onSend = async () => {
    await app.call(deleteMember, { as: member, params: { userId: member.id } })
    await app.ctx.settled()
    // As a file that was under way then.
    await mkdir(join(folder, member.id))
  }
  await makeScheduledExports(app.ctx)
  expect(await readdir(folder)).toEqual([])
  await app.close()
  await rm(folder, { recursive: true })
})

test('where the operator wants none, none is made', async () => {
  const app = await startTestApp()
  const member = await buildMember(app)
  await choose(app, member, 'weekly')
  await makeScheduledExports(app.ctx)
  expect(await exportedAt(app, member)).toBeNull()
  const { data } = await app.call(getMember, { as: member, params: { userId: member.id } })
  expect(data).toMatchObject({ scheduledExport: 'weekly', exportDelivery: 'off' })
  await app.close()
})
