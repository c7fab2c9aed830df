import { noteAct } from '../domains/audit/audit.service.ts'
import { recount, type RecountResult } from '../domains/recount/recount.service.ts'
import type { Command } from './command.ts'

const wrongIn = ({ wrong }: RecountResult) => Object.values(wrong).reduce((sum, rows) => sum + rows, 0)

function lineOf({ table, rows, wrong }: RecountResult): string {
  const columns = Object.entries(wrong).map(([column, count]) => `${column} of ${count}`)
  return `${table.padEnd(10)}  ${String(rows).padStart(9)} rows  ${columns.join(', ') || 'right'}`
}

const recountAll: Command = {
  name: 'recount',
  usage: '[--dry-run]',
  summary: [
    'Counts likes, replies, followers, films and all else that is kept as a number anew, and mends what is wrong.',
    'Members go on writing meanwhile.',
  ].join('\n'),
  options: { 'dry-run': { text: 'only says what is wrong; ends with 1 where something is' } },
  asks: false,
  plan({ options }) {
    const mends = options['dry-run'] !== true
    return async ({ ctx, by }) => {
      const tables = await recount(ctx, { mends })
      const wrong = tables.reduce((sum, table) => sum + wrongIn(table), 0)
      if (mends && wrong > 0) await noteAct(ctx.db, ctx.now(), by, 'recount', { about: { wrong } })
      const verdict = mends ? `${wrong} numbers were wrong and are mended` : `${wrong} numbers are wrong`
      return {
        lines: [...tables.map(lineOf), wrong === 0 ? 'every number is right' : verdict],
        json: { wrong, mended: mends ? wrong : 0, tables },
        failed: !mends && wrong > 0,
      }
    }
  },
}

export const recountCommands = [recountAll]
