import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { requestCountQuery } from './follow-requests.api.ts'
import styles from './follow-requests.module.css'

/** Leads to who waits to follow, where somebody does. */
export function RequestsLink({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { data, refetch } = useQuery(requestCountQuery(memberId))
  useRealtime('notification', ({ type }) => {
    if (type === 'follow_request') void refetch()
  })
  if (!data || data.count === 0) return null
  return (
    <Link className={styles.link} to={paths.followRequests()}>
      <span className={styles.faces} aria-hidden="true">
        {data.newest.map(({ _id, avatar }) => (
          <Avatar key={_id} src={avatarUrl(avatar)} size={32} />
        ))}
      </span>
      <span className={styles.count}>{t('requests.count', { count: data.count })}</span>
      <ChevronRight className={styles.arrow} size={20} aria-hidden="true" />
    </Link>
  )
}
