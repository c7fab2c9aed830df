import type { Feed } from '#shared/api/feeds.ts'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { FeedRow } from './feed-row.tsx'
import styles from './keys.module.css'

/** The secret addresses of the diary, of the watchlist and of lists that have one. */
export function FeedsCard({ feeds }: { feeds: Feed[] }) {
  const { t } = useTranslation()
  const of = (kind: 'diary' | 'watchlist') => feeds.find((feed) => feed.kind === kind)
  return (
    <Card title={t('keys.feeds.title')}>
      <p className={styles.muted}>{t('keys.feeds.text')}</p>
      <Rows>
        {(['diary', 'watchlist'] as const).map((kind) => (
          <Row key={kind}>
            <FeedRow of={{ kind, name: t(`keys.feeds.${kind}`) }} feed={of(kind)} />
          </Row>
        ))}
        {feeds.map((feed) =>
          feed.list ? (
            <Row key={feed.id}>
              <FeedRow of={{ kind: 'list', listId: feed.list._id, name: feed.list.title }} feed={feed} />
            </Row>
          ) : null,
        )}
      </Rows>
      <p className={styles.fact}>{t('keys.feeds.lists')}</p>
    </Card>
  )
}
