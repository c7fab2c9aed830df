import { isGivenUp } from '#web/features/security/given-up.ts'
import { errorText, type TextKey } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

/** Why an act failed; `fallback`, which tells what was not done, where no reason is known. */
export function failureText(error: unknown, fallback: TextKey): string {
  const hasReason = !(error instanceof ApiError && error.code === 'server.failed')
  return errorText(hasReason ? error : null, fallback)
}

/** For `onError`: a toast says why, unless the member gave up confirming who they are. */
export const failureToast =
  (fallback: TextKey) =>
  (error: unknown): void => {
    if (!isGivenUp(error)) toast.error(failureText(error, fallback))
  }
