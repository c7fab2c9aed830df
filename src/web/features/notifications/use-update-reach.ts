import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureToast } from '#web/features/failures/failures.ts'
import { updateNotificationSettingsMutation } from './notification-settings.api.ts'

/** Saves what reaches the member; where that fails a toast says so, and what is shown is as it was. */
export function useUpdateReach() {
  const { mutate } = useMutation(updateNotificationSettingsMutation(useQueryClient()))
  return (change: Parameters<typeof mutate>[0]) =>
    mutate(change, { onError: failureToast('common.saveFailed') })
}
