import type { TestApp } from '#test/harness.ts'
import { memberActs } from './member-acts.ts'
import type { World } from './world.ts'
import { writingActs } from './writing-acts.ts'

const acts = [...writingActs, ...memberActs].flatMap(([times, act]) =>
  Array.from({ length: times }, () => act),
)

/** Somebody does something at any instance; answers which. */
export async function act(world: World): Promise<TestApp> {
  const { choices, model } = world
  for (;;) {
    const who = choices.pick(model.members())
    const whom = choices.pick(model.members().filter((one) => one !== who))
    const app = choices.pick(world.apps)
    const did = await choices.pick(acts)({ ...world, app, who, whom })
    if (did === null) continue
    world.concerned = [who, whom]
    world.history.push(`at ${world.apps.indexOf(app)}: ${who.username} ${did}`)
    return app
  }
}
