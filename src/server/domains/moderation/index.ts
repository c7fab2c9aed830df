import * as api from '#shared/api/moderation.ts'
import type { Context, Domain } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import {
  appealByLink,
  appealDecision,
  decideAppeal,
  listStatements,
  pruneGuests,
  readStatementByLink,
} from './appeals.service.ts'
import { countCases, decideCase, getCase, listCases } from './decisions.service.ts'
import { createGuestReport, createReport, listOwnReports } from './reports.service.ts'

export const moderation: Domain = {
  routes(mount: Mount, ctx: Context) {
    mount(api.createReport, ({ body }, call) => createReport(ctx, call.viewer, body))
    mount(api.createGuestReport, ({ body }) => createGuestReport(ctx, body))
    mount(api.listOwnReports, ({ query }, call) => paged(call, listOwnReports(ctx, call.viewer, query)))
    mount(api.listStatements, ({ query }, call) => paged(call, listStatements(ctx, call.viewer, query)))
    mount(api.appealDecision, ({ params, body }, call) =>
      appealDecision(ctx, call.viewer, params.decisionId, body.text),
    )
    mount(api.readStatementByLink, ({ body }) => readStatementByLink(ctx, body.token))
    mount(api.appealByLink, ({ body }) => appealByLink(ctx, body.token, body.text))
    mount(api.listCases, ({ query }, call) => paged(call, listCases(ctx, call.viewer, query)))
    mount(api.countCases, (_, call) => countCases(ctx, call.viewer))
    mount(api.getCase, ({ params }, call) => getCase(ctx, call.viewer, params.caseId))
    mount(api.decideCase, ({ params, body }, call) => decideCase(ctx, call.viewer, params.caseId, body))
    mount(api.decideAppeal, ({ params, body }, call) =>
      decideAppeal(ctx, call.viewer, params.decisionId, body),
    )
  },
  jobs(ctx) {
    ctx.jobs.define('moderation.prune', () => pruneGuests(ctx))
    ctx.jobs.schedule('41 4 * * *', 'moderation.prune')
  },
}
