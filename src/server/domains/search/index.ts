import { getSearchHints } from '#shared/api/search.ts'
import type { Domain } from '#server/context.ts'
import { searchHints } from './hints.service.ts'

export const search: Domain = {
  routes: (mount, ctx) => {
    mount(getSearchHints, ({ query }, { viewer }) => searchHints(ctx, viewer, query.q))
  },
}
