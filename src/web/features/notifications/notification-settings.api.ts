import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  getNotificationSettings,
  previewDigest,
  reachKinds,
  subscribePush,
  unsubscribeMail,
  unsubscribePush,
  updateNotificationSettings,
  type ReachSettings,
} from '#shared/api/notification-settings.ts'
import { call } from '#web/lib/api.ts'
import { changeOf } from '#web/lib/change-of.ts'
import { subscribeHere } from './push.ts'

export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
  })

type Change = BodyOf<typeof updateNotificationSettings>

function changed(known: ReachSettings, { reach = {}, ...change }: Change): ReachSettings {
  const next = { ...known.reach }
  for (const kind of reachKinds) next[kind] = { ...next[kind], ...definedOf(reach[kind]) }
  return { ...known, ...definedOf(change), reach: next }
}

/** What was named, without what was not. */
const definedOf = <T extends object>(given: T | undefined) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** Shown at once, and as it was where the server does not take it. */
export const updateNotificationSettingsMutation = (queryClient: QueryClient) => {
  const { queryKey } = notificationSettingsQuery()
  const mutationKey = [...queryKey, 'update']
  return mutationOptions({
    mutationKey,
    // One after another: two answers do not overtake each other.
    scope: { id: 'notification-settings' },
    mutationFn: (body: Change) => call(updateNotificationSettings, { body }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, changed(before, change))
      return before
    },
    onError: (_, __, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () => {
      // Only the last of several: an answer in between would show the others as they were.
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Asks the browser, then tells the server by which address it is reached. */
export const turnOnPushMutation = (queryClient: QueryClient, pushKey: string) =>
  changeOf(queryClient, notificationSettingsQuery().queryKey, 'push', async () => {
    const body = await subscribeHere(pushKey)
    return call(subscribePush, { body })
  })

export const removePushMutation = (queryClient: QueryClient, pushId: string) =>
  changeOf(queryClient, notificationSettingsQuery().queryKey, 'remove-push', () =>
    call(unsubscribePush, { params: { pushId } }),
  )

export const digestQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'digest'],
    queryFn: ({ signal }) => call(previewDigest, { signal }),
    staleTime: 0,
  })

export const unsubscribeMailMutation = (token: string) =>
  mutationOptions({
    mutationKey: ['unsubscribe'],
    mutationFn: () => call(unsubscribeMail, { params: { token } }),
  })
