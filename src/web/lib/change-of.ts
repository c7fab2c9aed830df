import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** A mutation that changes what a query answers. It is dropped when it is done, since it may hold a secret. */
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
