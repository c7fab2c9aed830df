import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  resumeWebhook,
  testWebhook,
} from '#shared/api/webhooks.ts'
import { confirmed } from '#web/features/security/step-up.ts'
import { call } from '#web/lib/api.ts'
import { changeOf } from '#web/lib/change-of.ts'

export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    // While something waits to be told, what became of it may come any moment.
    refetchInterval: ({ state }) =>
      state.data?.some(({ deliveries }) => deliveries.some(({ state: is }) => is === 'waiting'))
        ? 3_000
        : false,
  })

const change = <Input, Answer>(
  queryClient: QueryClient,
  name: string,
  mutationFn: (input: Input) => Promise<Answer>,
) => changeOf(queryClient, webhooksQuery().queryKey, name, mutationFn)

export const createWebhookMutation = (queryClient: QueryClient) =>
  change(queryClient, 'create', (body: BodyOf<typeof createWebhook>) =>
    confirmed(() => call(createWebhook, { body })),
  )

export const resumeWebhookMutation = (queryClient: QueryClient, webhookId: string) =>
  change(queryClient, 'resume', () => call(resumeWebhook, { params: { webhookId } }))

export const renewSecretMutation = (queryClient: QueryClient, webhookId: string) =>
  change(queryClient, 'secret', () => confirmed(() => call(renewWebhookSecret, { params: { webhookId } })))

export const testWebhookMutation = (queryClient: QueryClient, webhookId: string) =>
  change(queryClient, 'test', () => call(testWebhook, { params: { webhookId } }))

export const deleteWebhookMutation = (queryClient: QueryClient, webhookId: string) =>
  change(queryClient, 'delete', () => call(deleteWebhook, { params: { webhookId } }))
