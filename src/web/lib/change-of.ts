import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** A mutation after which a query is read again. It is not kept once done, since it may hold a secret. */
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
