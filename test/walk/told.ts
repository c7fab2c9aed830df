import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import { subscribePush } from '#shared/api/notification-settings.ts'
import { getCaller } from '#shared/api/tokens.ts'
import type { Import } from '#shared/api/transfer.ts'
import type { Context } from '#server/context.ts'
import { mailUnseen } from '#server/domains/notifications/mail.service.ts'
import { sendPush } from '#server/domains/notifications/push.service.ts'
import { countStatistics } from '#server/domains/statistics/statistics.service.ts'
import type { FiguresOf } from '#server/domains/statistics/statistics.queries.ts'
import type { TestApp } from '#test/harness.ts'
import type { Person } from './model.ts'
import type { World } from './world.ts'

// What reaches members without being asked for: events of sockets, mails and pushes.

export interface Told {
  /** The token of a session, a mail address, or that of a browser at a push service. */
  to: string
  /** Stands where calls have their name. */
  call: string
  text: string
}

/** What is open for a session: a socket at each instance, and a browser that is pushed to. */
export type Devices = Map<string, { person: Person; sockets: Socket[] }>

const browserOf = ({ token }: Person) => `https://push.example.org/${token}`

/** In place of push services: takes down what it is to encrypt. */
export const pushFake = (told: Told[]): Context['push'] => ({
  isService: () => true,
  async send({ endpoint }, { payload }) {
    told.push({ to: endpoint, call: 'push', text: payload })
    return { status: 201, retryAfterMs: null }
  },
})

export async function openDevice({ apps, choices, devices, told }: World, person: Person): Promise<void> {
  const { token } = person
  const sockets = apps.map(({ url }) =>
    io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true }),
  )
  devices.set(token, { person, sockets })
  for (const socket of sockets) {
    socket.onAny((event: string, ...payload) =>
      told.push({ to: token, call: `socket ${event}`, text: JSON.stringify(payload) }),
    )
    expect(await socket.emitWithAck('join', person.id)).toEqual({ ok: true })
  }
  await choices.pick(apps).call(subscribePush, {
    as: person,
    body: { endpoint: browserOf(person), keys: { p256dh: 'key', auth: 'secret' } },
  })
}

/** Takes jobs of a name out of the queue, as a worker would. */
async function takeJobs<Payload>({ db }: TestApp, name: string): Promise<Payload[]> {
  const { rows } = await sql<{ payload: Payload }>`
    delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = ${name} returning job.payload`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** Waits until all that happened has been told: mails go out, and sockets hear in order. */
export async function hearOut({ apps, devices, told, ended }: World): Promise<void> {
  const open = [...devices].flatMap(([token, device]) => (ended.includes(token) ? [] : [device]))
  let heard = 0
  for (const { sockets } of open) for (const socket of sockets) socket.once('import', () => (heard += 1))
  for (const { ctx } of apps) {
    await ctx.settled()
    // Nobody imports here: this comes last.
    ctx.realtime.toMembers(
      open.map(({ person }) => person.id),
      'import',
      {} as Import,
    )
  }
  await expect.poll(() => heard, { timeout: 5000, interval: 2 }).toBe(open.length * apps.length)
  for (const mail of await takeJobs<{ to: string }>(apps[0], 'mail.text'))
    told.push({ to: mail.to, call: 'mail', text: JSON.stringify(mail) })
}

/** Queues mails of what was not seen, as though hours had passed, pushes what waits, and counts what is asked for. */
export async function deliver(app: TestApp, later: Date): Promise<void> {
  await mailUnseen({ ...app.ctx, now: () => later })
  for (const { year, ...of } of await takeJobs<FiguresOf & { year: number }>(app, 'statistics.count'))
    await countStatistics(app.ctx, of, year)
  for (const push of await takeJobs<{ notificationId: string; subscriptionId: string }>(app, 'push.send'))
    await sendPush(app.ctx, push)
}

/** Whom something was told; nobody where the member is gone. */
export const readerOf = ({ devices, model }: World, to: string): Person | undefined =>
  devices.get(to)?.person ?? model.members().find((one) => to === one.email || to === browserOf(one))

/** Sessions that are over open nothing at any instance, two seconds later at the latest. */
export async function expectEnded({ apps, devices, ended }: World): Promise<void> {
  for (const token of ended.splice(0)) {
    const open = async () => {
      const answers = await Promise.all(apps.map((app) => app.call(getCaller, { as: { token } })))
      const sockets = devices.get(token)?.sockets ?? []
      return [...answers.map(({ status }) => status), ...sockets.map(({ connected }) => connected)]
    }
    await expect.poll(open, { timeout: 2000, interval: 20 }).toEqual([401, 401, false, false])
    devices.delete(token)
  }
}
