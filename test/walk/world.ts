import { randomBytes } from 'node:crypto'
import { login } from '#shared/api/accounts.ts'
import { updateNotificationSettings } from '#shared/api/notification-settings.ts'
import { changePassword } from '#shared/api/security.ts'
import { password } from '#test/fakes/accounts-app.ts'
import { buildFilm, buildMember, follow, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder } from '#test/preview-page.ts'
import { Model, type Person } from './model.ts'
import { openDevice, pushFake, type Devices, type Told } from './told.ts'

/** Choices that look random and are the same for a seed. */
function createChoices(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  return {
    /** Whether it is so, in one of so many cases. */
    once: (cases: number) => next(cases) === 0,
    pick<T>(from: Iterable<T>): T {
      const all = [...from]
      const chosen = all[next(all.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
  }
}

export interface World {
  apps: readonly [TestApp, TestApp]
  model: Model
  choices: ReturnType<typeof createChoices>
  operator: TestMember
  films: readonly { id: number; title: string }[]
  /** Who did something last, and the member whom it may concern. */
  concerned: Person[]
  /** Codes of evenings. */
  evenings: string[]
  /** By the token of their session. */
  devices: Devices
  /** What reached members without being asked for, until it is looked at. */
  told: Told[]
  /** Tokens of sessions that are over, until that is looked at. */
  ended: string[]
  /** Calls, and whatever else tells, in which a canary of another was heard. */
  sang: Set<string>
  /** What members did, for whoever looks for the reason of a leak. */
  history: string[]
  newCanary: () => string
  close: () => Promise<void>
}

/** Two instances of Scene on one database, and members who have done nothing yet. */
export async function startWorld(seed: number): Promise<World> {
  const web = await buildWebFolder()
  const database = `t_${randomBytes(8).toString('hex')}`
  await createDatabase(database)
  const told: Told[] = []
  const options = {
    database,
    webFolder: web.folder,
    env: { PUBLIC_URL: 'https://scene.example.org', SMTP_URL: 'smtp://127.0.0.1:9' },
    overrides: { push: pushFake(told) },
  }
  const [one, other] = [await startTestApp(options), await startTestApp(options)]
  // SceneBot finds them by their titles.
  const films = [
    { id: 496_243, title: 'Parasite' },
    { id: 244_786, title: 'Whiplash' },
    { id: 27_205, title: 'Inception' },
  ]
  let canaries = 0
  const world: World = {
    apps: [one, other],
    model: new Model(),
    choices: createChoices(seed),
    operator: await buildMember(one, { role: 'operator' }),
    films: await Promise.all(films.map((film) => buildFilm(one, film))),
    concerned: [],
    evenings: [],
    devices: new Map(),
    told,
    ended: [],
    sang: new Set(),
    history: [],
    newCanary: () => `zq${String(++canaries).padStart(5, '0')}q`,
    async close() {
      for (const { sockets } of world.devices.values()) for (const socket of sockets) socket.disconnect()
      for (const app of world.apps) await app.close()
      await dropDatabase(database)
      await web.remove()
    },
  }
  for (let count = 0; count < 5; count++) await join(world)
  // Who knows nobody hears little.
  for (const person of world.model.members())
    for (const other of world.model.members())
      if (other !== person) {
        await follow(one, person, other)
        person.follows.add(other.id)
      }
  return world
}

/** A new member, whom everything reaches in every way. */
export async function join(world: World): Promise<void> {
  const { apps, model, choices, newCanary } = world
  const app = choices.pick(apps)
  const { id, username, email, token } = await buildMember(app, { username: newCanary() })
  const person: Person = {
    id,
    username,
    email,
    password,
    token,
    gone: false,
    locked: false,
    audiences: {
      logs: 'members',
      reviews: 'members',
      lists: 'members',
      watchlist: 'members',
      favourites: 'members',
      statistics: 'members',
      profile: 'members',
    },
    bio: '',
    watchlist: new Map(),
    favourites: new Map(),
    four: [],
    follows: new Set(),
    blocks: new Set(),
    muted: new Set(),
    hiddenWords: new Set(),
  }
  model.people.set(id, person)
  await app.call(changePassword, { as: person, body: { newPassword: password } })
  const all = { push: true, mail: true }
  const reach = { likes: all, comments: all, follows: all, requests: all, shares: all }
  await app.call(updateNotificationSettings, { as: person, body: { reach } })
  await openDevice(world, person)
}

/** Begins another session of a member, who uses it from then on. */
export async function logIn(world: World, person: Person): Promise<void> {
  const body = { email: person.email, password: person.password }
  const { data } = await world.choices.pick(world.apps).call(login, { body })
  person.token = data.token
  await openDevice(world, person)
}
