import type { Domain } from '#server/context.ts'
import { filmsRoutes } from './films.routes.ts'
import { completeFilms, foldTitles } from './films.service.ts'
import { countSeenPeople } from './people.service.ts'

export const films: Domain = {
  routes: filmsRoutes,
  jobs(ctx) {
    ctx.jobs.define('films.complete', () => completeFilms(ctx))
    ctx.jobs.schedule('* * * * *', 'films.complete')
    ctx.jobs.define('films.fold-titles', () => foldTitles(ctx))
    ctx.jobs.schedule('7 3 * * *', 'films.fold-titles', { atStart: true })
    ctx.jobs.define('films.count-people', () => countSeenPeople(ctx))
    ctx.jobs.schedule('*/15 * * * *', 'films.count-people', { atStart: true })
  },
}
