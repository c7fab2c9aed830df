import type { Context } from '#server/context.ts'
import { completeFilms } from './films.service.ts'

export function filmsJobs(ctx: Context) {
  ctx.jobs.define('films.complete', () => completeFilms(ctx))
  ctx.jobs.schedule('* * * * *', 'films.complete')
}
