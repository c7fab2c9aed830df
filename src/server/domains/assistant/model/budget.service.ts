import { utcDay } from '#shared/utc-day.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import * as queries from './budget.queries.ts'

/** About what a question takes; counted before it is asked and set right after. */
const reserved = 4000

/** UTC. */

/** Takes part of the member's tokens of the day; null when they are used up. Closed with what was really used. */
export async function openBudget(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer, dailyTokens: number) {
  const day = utcDay(ctx.now())
  if (!(await queries.reserve(ctx.db, viewer.id, day, reserved, dailyTokens))) return null
  return { close: (used: number) => queries.settle(ctx.db, viewer.id, day, used - reserved) }
}

/** Forgets the days before today. */
export async function pruneBudgets(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await queries.pruneBefore(ctx.db, utcDay(ctx.now()))
}
