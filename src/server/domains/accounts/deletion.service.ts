import type { Context } from '#server/context.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { removeMediaOf } from '#server/domains/media/media.service.ts'
import { eraseMember, lockToErase } from '#server/domains/members/deletion.service.ts'
import { warningJobKeys } from './attempts.service.ts'
import { codeJobKeys, codeRequestKey } from './codes.service.ts'
import { forgetAddress, queueDeletion } from './deletion.queries.ts'
import { endSessions } from './sessions.service.ts'

/**
 * Deletes one's own account: every row and file of it, and its sessions. What others see is set right in the
 * same transaction; their threads keep a placeholder where replies hang below (decision record 009).
 */
export async function deleteAccount(ctx: Context, viewer: Viewer): Promise<typeof done> {
  const memberId = viewer.id
  await ctx.transact(async (tx) => {
    await queueDeletion(tx.db)
    await tx.emit('member.leaving', { memberId })
    const { email, username } = await lockToErase(tx, memberId)
    await endSessions(tx, memberId, { memberId })
    await tx.emit('member.deleting', { memberId })
    const codeRequests = codeRequestsOf(email, username)
    const jobKeys = [...codeRequests.flatMap(codeJobKeys), ...warningJobKeys(email)]
    await forgetAddress(tx.db, { email, codeRequests, jobKeys })
    await removeMediaOf(ctx, tx, memberId)
    await eraseMember(tx, memberId)
  })
  return done
}

function codeRequestsOf(email: string, username: string): Buffer[] {
  const [address, name] = [email.toLowerCase(), username.toLowerCase()]
  return [
    codeRequestKey('verify-email', address),
    codeRequestKey('reset-password', address),
    codeRequestKey('reset-password', `${name}:${address}`),
  ]
}
