import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { createToken, listTokens, renameToken, revokeToken } from '#shared/api/tokens.ts'
import { confirmed } from '#web/features/security/step-up.ts'
import { call } from '#web/lib/api.ts'
import { changeOf } from '#web/lib/change-of.ts'

export const tokensQuery = () =>
  queryOptions({ queryKey: ['tokens'], queryFn: ({ signal }) => call(listTokens, { signal }) })

const change = <Input, Answer>(
  queryClient: QueryClient,
  name: string,
  mutationFn: (input: Input) => Promise<Answer>,
) => changeOf(queryClient, tokensQuery().queryKey, name, mutationFn)

export const createTokenMutation = (queryClient: QueryClient) =>
  change(queryClient, 'create', (body: BodyOf<typeof createToken>) =>
    confirmed(() => call(createToken, { body })),
  )

export const renameTokenMutation = (queryClient: QueryClient, tokenId: string) =>
  change(queryClient, 'rename', (name: string) => call(renameToken, { params: { tokenId }, body: { name } }))

export const revokeTokenMutation = (queryClient: QueryClient, tokenId: string) =>
  change(queryClient, 'revoke', () => call(revokeToken, { params: { tokenId } }))
