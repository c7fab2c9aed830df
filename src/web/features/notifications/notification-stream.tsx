import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRealtime } from '#web/lib/realtime.ts'
import { toast } from '#web/ui/toast.tsx'
import { notificationText } from './notification-rules.ts'
import { receiveNotification } from './notifications.cache.ts'

/** Takes in what happens while the member is here: list, count and a toast (specification 1, section 4). */
export function NotificationStream({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useRealtime('notification', (notification) => {
    if (!receiveNotification(queryClient, userId, notification)) return
    toast.success(
      t('notifications.sentence', {
        name: notification.from.username,
        text: t(`notifications.text.${notificationText(notification)}`),
      }),
    )
  })
  return null
}
