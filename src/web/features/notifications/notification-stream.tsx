import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isolated } from '#shared/isolated.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { notificationText } from './notification-rules.ts'
import { unreadCountQuery } from './notifications.api.ts'
import { onReadElsewhere, receiveNotification } from './notifications.cache.ts'
import { resumePush } from './push.ts'

/** Takes in what happens while the member is here: list, count and a toast. */
export function NotificationStream({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useRealtime('notification', (notification) => {
    if (!receiveNotification(queryClient, userId, notification)) return
    const name = isolated(`@${notification.from.username}`)
    const year = notification.relatedId ?? ''
    toast.success(t(`notifications.text.${notificationText(notification)}`, { name, year }))
  })
  useEffect(() => void resumePush().catch(() => undefined), [])
  useEffect(
    () =>
      onReadElsewhere(userId, () => {
        void queryClient.invalidateQueries({ queryKey: unreadCountQuery(userId).queryKey })
      }),
    [queryClient, userId],
  )
  return null
}
