import * as api from '#shared/api/tokens.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as tokens from './tokens.service.ts'

export function tokensRoutes(mount: Mount, ctx: Context) {
  mount(api.getCaller, async (_, { viewer: { id, username, scopes } }) => ({
    _id: id,
    username,
    scopes: scopes ? [...scopes] : null,
  }))
  mount(api.listTokens, (_, { viewer }) => tokens.listTokens(ctx, viewer))
  mount(api.createToken, ({ body }, { viewer }) => tokens.createToken(ctx, viewer, body))
  mount(api.renameToken, ({ params, body }, { viewer }) => tokens.renameToken(ctx, viewer, params, body))
  mount(api.revokeToken, ({ params }, { viewer }) => tokens.revokeToken(ctx, viewer, params.tokenId))
}
