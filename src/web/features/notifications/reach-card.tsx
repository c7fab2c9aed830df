import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { channels, reachKinds, type Channel, type ReachSettings } from '#shared/api/notification-settings.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { notificationSettingsQuery } from './notification-settings.api.ts'
import link from '#web/ui/actions/text-link.module.css'
import styles from './reach-card.module.css'

/** What reaches the member by which way, in short, and where that is chosen. */
export function ReachCard() {
  const { t } = useTranslation()
  const { data, isLoading } = useQuery(notificationSettingsQuery())
  return (
    <Card title={t('notifications.reach')}>
      {isLoading ? (
        <Skeleton height="14rem" />
      ) : (
        <>
          {data ? <Ways settings={data} /> : null}
          <Link className={link.link} to={paths.notificationSettings()}>
            {t('reach.title')}
          </Link>
        </>
      )}
    </Card>
  )
}

function Ways({ settings: { reach, devices, hasMail, quiet } }: { settings: ReachSettings }) {
  const { t, locale } = useTranslation()
  const summaryOf = (channel: Channel) => {
    // Push is chosen from the start and goes nowhere until a browser is there for it.
    const on =
      channel === 'push' && devices.length === 0 ? [] : reachKinds.filter((kind) => reach[kind][channel])
    if (on.length === reachKinds.length) return t('notifications.kinds.all')
    if (on.length === 0) return t('reach.nothing')
    return new Intl.ListFormat(locale, { type: 'unit' }).format(on.map((kind) => t(`reach.kinds.${kind}`)))
  }
  return (
    <dl className={styles.ways}>
      {channels
        .filter((channel) => channel !== 'mail' || hasMail)
        .map((channel) => (
          <div key={channel}>
            <dt>{t(`reach.channels.${channel}`)}</dt>
            <dd>{summaryOf(channel)}</dd>
          </div>
        ))}
      {quiet ? (
        <div>
          <dt>{t('reach.quiet.title')}</dt>
          <dd>
            {quiet.from}–{quiet.to}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
