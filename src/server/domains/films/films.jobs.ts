import type { Context } from '#server/context.ts'
import { completeFilms, foldTitles } from './films.service.ts'

export function filmsJobs(ctx: Context) {
  ctx.jobs.define('films.complete', () => completeFilms(ctx))
  ctx.jobs.schedule('* * * * *', 'films.complete')
  ctx.jobs.define('films.fold-titles', () => foldTitles(ctx))
  ctx.jobs.schedule('7 3 * * *', 'films.fold-titles', { atStart: true })
}
