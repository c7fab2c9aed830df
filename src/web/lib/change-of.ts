import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** A mutation that changes what a query answers. It may be given a secret or answer one, which goes with its form. */
export const changeOf = <Input, Answer>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  name: string,
  mutationFn: (input: Input) => Promise<Answer>,
) =>
  mutationOptions({
    mutationKey: [...queryKey, name],
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    gcTime: 0,
  })
