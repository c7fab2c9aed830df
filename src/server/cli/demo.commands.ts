import { fail } from '../core/errors.ts'
import { migrateJobs } from '../core/jobs.ts'
import { addDemo, clearDemo, findDemoNames } from '../demo/seed-demo.ts'
import { noteAct } from '../domains/audit/audit.service.ts'
import type { Command } from './command.ts'

const seed: Command = {
  name: 'demo seed',
  usage: '',
  summary:
    'Puts the demo community into this Scene, beside whoever is there: its members have a password that is known.',
  options: {},
  asks: true,
  plan() {
    return async ({ ctx, by, confirm }) => {
      const taken = await findDemoNames(ctx)
      if (taken.length > 0) {
        const names = taken.map(({ username }) => `@${username}`).join(', ')
        const isDemo = taken.some(({ demo }) => demo)
        const line = isDemo ? 'the demo community is here already' : `its names are taken: ${names}`
        return { lines: [line], json: { added: false, reason: line }, failed: true }
      }
      await confirm('Add the demo community, whose password anybody can know?')
      const login = await addDemo(ctx)
      if (!login) throw fail('film.source_down')
      await noteAct(ctx.db, ctx.now(), by, 'demo.seed', {})
      return {
        lines: [`added; log in as ${login.email} with ${login.password}`],
        json: { added: true, login },
      }
    }
  },
}

const clear: Command = {
  name: 'demo clear',
  usage: '',
  summary: [
    'Deletes the accounts of the demo community with all that is theirs, as their members could, and nothing else.',
    'A database without members gets it again at the next start, unless SCENE_DEMO=0.',
  ].join('\n'),
  options: {},
  asks: true,
  plan() {
    return async ({ ctx, by, confirm }) => {
      const there = (await findDemoNames(ctx)).filter(({ demo }) => demo).length
      if (there === 0) return { lines: ['there is no demo community'], json: { deleted: 0 } }
      await confirm(`Delete ${there} demo members with all films, reviews and lists, for ever?`)
      await migrateJobs(ctx.pool)
      const deleted = await clearDemo(ctx)
      await noteAct(ctx.db, ctx.now(), by, 'demo.clear', { about: { members: deleted } })
      return { lines: [`${deleted} demo members are deleted`], json: { deleted } }
    }
  },
}

export const demoCommands = [clear, seed]
