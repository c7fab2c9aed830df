import * as api from '#shared/api/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as codes from './codes.service.ts'
import * as firstOperator from './first-operator.service.ts'
import * as google from './google.service.ts'
import * as registration from './registration.service.ts'
import * as sessions from './sessions.service.ts'

export function accountsRoutes(mount: Mount, ctx: Context) {
  mount(api.checkUsername, ({ query }) => registration.checkUsername(ctx, query.username))
  mount(api.checkEmail, ({ query }) => registration.checkEmail(ctx, query.email))
  mount(api.register, ({ body }, call) => registration.register(ctx, call, body))
  mount(api.verifyEmailCode, ({ body }, call) => codes.verifyEmail(ctx, call, body))
  mount(api.resendCode, ({ body }, call) => codes.resendCode(ctx, call, body))
  mount(api.login, ({ body }, call) => sessions.logIn(ctx, call, body))
  mount(api.getAuthSettings, () => google.getAuthSettings(ctx))
  mount(api.googleLogin, ({ body }, call) => google.logInWithGoogle(ctx, call, body))
  mount(api.logout, (_, call) => sessions.logOut(ctx, call.viewer))
  mount(api.listSessions, (_, call) => sessions.listSessions(ctx, call.viewer))
  mount(api.endSession, ({ params }, call) => sessions.endSession(ctx, call.viewer, params.sessionId))
  mount(api.endAllSessions, (_, call) => sessions.endAllSessions(ctx, call.viewer))
  mount(api.requestResetCode, ({ body }, call) => codes.requestResetCode(ctx, call, body))
  mount(api.verifyResetCode, ({ body }, call) => codes.verifyResetCode(ctx, call, body))
  mount(api.resetPassword, ({ body }, call) => codes.resetPassword(ctx, call, body))
  mount(api.checkOperatorLink, ({ body }, call) => firstOperator.checkOperatorLink(ctx, call, body))
  mount(api.createFirstOperator, ({ body }, call) => firstOperator.createFirstOperator(ctx, call, body))
  mount(api.becomeFirstOperator, ({ body }, call) =>
    firstOperator.becomeFirstOperator(ctx, call, call.viewer, body),
  )
}
