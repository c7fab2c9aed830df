import type { LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { requestCountQuery } from '#web/features/follow-requests/follow-requests.api.ts'
import { RequestsLink } from '#web/features/follow-requests/requests-link.tsx'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { notificationsQuery } from '#web/features/notifications/notification-list.api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const session = getSession()
  return prefetch(
    queryClient.prefetchInfiniteQuery(notificationsQuery()),
    // What stands above the list does not push it down later.
    ...(session ? [queryClient.prefetchQuery(requestCountQuery(session.user._id))] : []),
  )
}

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  usePageTitle(t('notifications.title'))
  return (
    <>
      <TopBar title={t('notifications.title')} />
      <div className={styles.page}>
        {member ? (
          <NotificationList userId={member._id}>
            <RequestsLink memberId={member._id} />
          </NotificationList>
        ) : null}
      </div>
    </>
  )
}
