import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import { getSession } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

interface Toggle<Answer> {
  /** Names what is toggled of which thing: its calls run one after the other, wherever they are pressed. */
  key: QueryKey
  /** @param wanted the state that the press is for. */
  send: (wanted: boolean) => Promise<Answer>
  /** Shows a state before the server has answered, and the earlier one again where the call fails. */
  show?: (isOn: boolean) => Promise<void>
  onSuccess?: (answer: Answer) => unknown
  onSettled?: () => unknown
}

/** Without `show` nothing changes before the server has answered, as likes and follows must not. */
export const toggleMutation = <Answer>({ key, send, show, ...after }: Toggle<Answer>) =>
  mutationOptions({
    mutationKey: key,
    scope: { id: JSON.stringify(key) },
    mutationFn: send,
    onMutate: (wanted) => show?.(wanted),
    onError: (_error, wanted) => show?.(!wanted),
    ...after,
  })

interface ToggleTexts {
  /** Said to a guest, for whom nothing is sent. */
  needsLogin?: string
  failed: string | ((error: Error) => string)
}

/** The press of a toggle, and the state that a call under way is for; presses meanwhile do nothing. */
export function useToggle<Answer>(
  mutation: ReturnType<typeof toggleMutation<Answer>>,
  isOn: boolean,
  { needsLogin, failed }: ToggleTexts,
) {
  const { mutate, isPending, variables } = useExclusiveMutation(mutation)
  const press = () => {
    if (needsLogin !== undefined && !getSession()) {
      toast.error(needsLogin)
      return
    }
    mutate(!isOn, {
      onError: (error) => toast.error(typeof failed === 'string' ? failed : failed(error)),
    })
  }
  return { press, isPending, isOnSoon: isPending && variables !== undefined ? variables : isOn }
}
