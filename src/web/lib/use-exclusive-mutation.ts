import {
  useMutation,
  useQueryClient,
  type MutateOptions,
  type MutationKey,
  type UseMutationOptions,
} from '@tanstack/react-query'

/**
 * A mutation that runs once at a time: while one with the same key is under way, in this component or in
 * another, `mutate` does nothing. `isRunning` tells before the next render, which `isPending` cannot.
 */
export function useExclusiveMutation<Answer, Input = void, Context = unknown>(
  options: UseMutationOptions<Answer, Error, Input, Context> & { mutationKey: MutationKey },
) {
  const queryClient = useQueryClient()
  const mutation = useMutation(options)
  const isRunning = () => queryClient.isMutating({ mutationKey: options.mutationKey, exact: true }) > 0
  const mutate = (input: Input, callbacks: MutateOptions<Answer, Error, Input, Context> = {}) => {
    if (!isRunning()) mutation.mutate(input, callbacks)
  }
  return { ...mutation, mutate, isRunning }
}
