import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { deleteDatabase, forgetKept } from '#web/lib/indexed-db.ts'
import { readWaiting } from '#web/features/offline/waiting-changes.ts'
import { endPushHere } from '#web/features/notifications/push.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { clearDrafts } from '#web/lib/drafts/draft-store.ts'
import { loadPage, setFlash } from '#web/lib/page-load.ts'
import { outboxOf, waitingChanges } from '#web/lib/outbox.ts'
import { clearSession, getSession } from '#web/lib/session.ts'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { logoutMutation } from './sessions.api.ts'

/** Ends the session and leaves for /login. */
export function useLogout() {
  const { mutateAsync, isPending, isSuccess } = useMutation(logoutMutation())
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const logOut = async () => {
    const member = getSession()?.user._id
    const count = (await waitingOf(member)).length
    const question = {
      title: t('outbox.leaveTitle', { n: count }),
      text: t('outbox.leaveText'),
      confirmLabel: t('outbox.leave'),
      cancelLabel: t('outbox.stay'),
      danger: true,
    }
    if (count > 0 && !(await confirm(question))) return
    silence(queryClient)
    await mutateAsync()
    await leaveSession('logged-out', member)
  }
  return { logOut, isPending: isPending || isSuccess }
}

/** What is still asked for in the session, is asked again after a while or comes to ask now would be refused once it has ended. */
function silence(queryClient: QueryClient): void {
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, enabled: false } })
  for (const { observers } of queryClient.getQueryCache().getAll())
    for (const observer of observers) observer.setOptions({ ...observer.options, enabled: false })
  void queryClient.cancelQueries()
}

/** Milliseconds after which a logout no longer waits for the device's storage: a browser's may never answer. */
const storageTimeoutMs = 3000

const untilTimeout = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), storageTimeoutMs))])

/** Read where it is kept: who logs out as soon as a screen is there is asked as well. */
const waitingOf = async (member: string | undefined) =>
  member === undefined ? [] : untilTimeout(readWaiting(member).catch(waitingChanges), waitingChanges())

async function forgetPages(): Promise<void> {
  // Absent on plain-http origins.
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}

/**
 * Forgets all that was stored for the member, and loads /login afresh so that nothing stays in memory. The login
 * screen says why.
 */
export async function leaveSession(
  why: 'logged-out' | 'account-deleted' = 'logged-out',
  member = getSession()?.user._id,
): Promise<void> {
  clearSession()
  const forgotten = Promise.allSettled([
    forgetPages(),
    forgetKept(),
    ...(member === undefined ? [] : [deleteDatabase(outboxOf(member))]),
    clearDrafts(),
    endPushHere(),
  ])
  await untilTimeout<unknown>(forgotten, null)
  setFlash(why)
  loadPage(paths.login())
}
