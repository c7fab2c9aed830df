import * as api from '#shared/api/security.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as emailChange from './email-change.service.ts'
import { changePassword } from './password-change.service.ts'
import * as passkeys from './passkeys.service.ts'
import * as secondStep from './second-step.service.ts'
import * as security from './security.service.ts'

export function securityRoutes(mount: Mount, ctx: Context) {
  mount(api.getSecurity, (_, { viewer }) => security.getSecurity(ctx, viewer))
  mount(api.confirmIdentity, ({ body }, call) => security.confirmIdentity(ctx, call.viewer, call, body))
  mount(api.completeLogin, ({ body }, call) => secondStep.completeLogin(ctx, call, body))
  mount(api.setUpSecondStep, (_, { viewer }) => secondStep.setUpSecondStep(ctx, viewer))
  mount(api.turnOnSecondStep, ({ body }, { viewer }) => secondStep.turnOnSecondStep(ctx, viewer, body))
  mount(api.turnOffSecondStep, (_, { viewer }) => secondStep.turnOffSecondStep(ctx, viewer))
  mount(api.renewRecoveryCodes, (_, { viewer }) => secondStep.renewRecoveryCodes(ctx, viewer))
  mount(api.getConfirmOptions, (_, call) => passkeys.confirmOptions(ctx, call.viewer, call))
  mount(api.getPasskeyOptions, (_, call) => passkeys.passkeyOptions(ctx, call.viewer, call))
  mount(api.addPasskey, ({ body }, call) => passkeys.addPasskey(ctx, call.viewer, call, body))
  mount(api.renamePasskey, ({ params, body }, { viewer }) =>
    passkeys.renamePasskey(ctx, viewer, params, body),
  )
  mount(api.removePasskey, ({ params }, { viewer }) => passkeys.removePasskey(ctx, viewer, params.passkeyId))
  mount(api.getPasskeyLoginOptions, (_, call) => passkeys.loginOptions(ctx, call))
  mount(api.passkeyLogin, ({ body }, call) => passkeys.logInWithPasskey(ctx, call, body))
  mount(api.changePassword, ({ body }, call) => changePassword(ctx, call.viewer, call, body))
  mount(api.changeEmail, ({ body }, { viewer }) => emailChange.changeEmail(ctx, viewer, body))
  mount(api.confirmEmailChange, ({ body }, call) =>
    emailChange.confirmEmailChange(ctx, call.viewer, call, body),
  )
  mount(api.resendEmailChangeCodes, (_, { viewer }) => emailChange.resendEmailChangeCodes(ctx, viewer))
  mount(api.cancelEmailChange, (_, { viewer }) => emailChange.cancelEmailChange(ctx, viewer))
}
