import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import { KeptForLater, turnTo, useWaitingWish } from '#web/lib/outbox.ts'
import { getSession } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

interface Toggle<Answer> {
  /** Names what is toggled of which thing: its calls run one after the other, wherever they are pressed. */
  key: QueryKey
  /** @param wanted the state that the press is for. @param wish what the outbox calls it */
  send: (wanted: boolean, wish: string) => Promise<Answer>
  /** Of a call that turns over: the state that its answer tells. */
  isOn?: (answer: Answer) => boolean
  /** Shows a state before the server has answered, and the earlier one again where the call fails. */
  show?: (isOn: boolean) => Promise<void>
  /** Asks again for what shows the state: a call that failed may be done all the same. */
  refresh: () => unknown
  onSuccess?: (answer: Answer) => unknown
  onSettled?: () => unknown
}

/** Without `show` nothing changes before the server has answered, as likes and follows must not. */
export const toggleMutation = <Answer>({ key, send, isOn, show, refresh, ...after }: Toggle<Answer>) =>
  mutationOptions({
    mutationKey: key,
    scope: { id: wishOf(key) },
    mutationFn(wanted: boolean) {
      const ask = () => send(wanted, wishOf(key))
      return isOn ? turnTo(wanted, ask, isOn) : ask()
    },
    onMutate: (wanted) => show?.(wanted),
    // What is kept without a network shows as wanted.
    async onError(error, wanted) {
      if (error instanceof KeptForLater) return
      await show?.(!wanted)
      void refresh()
    },
    ...after,
  })

interface ToggleTexts {
  /** Said to a guest, for whom nothing is sent. */
  needsLogin?: string
  failed: string | ((error: Error) => string)
}

/** What is toggled of which thing, as the outbox calls it. */
export const wishOf = (key: QueryKey) => JSON.stringify(key)

/**
 * The press of a toggle, whether it is on, and the state that a call under way is for; presses meanwhile do nothing. Without
 * a network it is on as wanted, and waits.
 */
export function useToggle<Answer>(
  mutation: ReturnType<typeof toggleMutation<Answer>>,
  isOn: boolean,
  { needsLogin, failed }: ToggleTexts,
) {
  const { mutate, isPending, variables } = useExclusiveMutation(mutation)
  const wish = useWaitingWish(wishOf(mutation.mutationKey ?? []))
  const isOnNow = wish?.wanted ?? isOn
  const press = () => {
    if (needsLogin !== undefined && !getSession()) {
      toast.error(needsLogin)
      return
    }
    mutate(!isOnNow, {
      onError: (error) => {
        if (!(error instanceof KeptForLater)) toast.error(typeof failed === 'string' ? failed : failed(error))
      },
    })
  }
  return {
    press,
    isPending,
    isOn: isOnNow,
    isOnSoon: isPending && variables !== undefined ? variables : isOnNow,
    waits: wish !== undefined,
  }
}
