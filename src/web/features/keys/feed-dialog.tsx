import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { FeedRow, type FeedOf } from './feed-row.tsx'
import { feedsQuery } from './feeds.api.ts'
import styles from './keys.module.css'

interface FeedDialogProps {
  open: boolean
  onClose: () => void
  of: FeedOf
}

/** The secret address of one thing: made, copied and revoked where the thing is. */
export function FeedDialog({ open, onClose, of }: FeedDialogProps) {
  const { t } = useTranslation()
  const { data: feeds, isPending, isFetching, refetch } = useQuery(feedsQuery())
  const feed = feeds?.find(({ kind, list }) => kind === of.kind && list?._id === of.listId)
  return (
    <Sheet open={open} onClose={onClose} title={t('keys.feeds.menu')}>
      <div className={styles.form}>
        <p className={styles.muted}>{t('keys.feeds.text')}</p>
        {feeds ? (
          <Rows>
            <Row>
              <FeedRow of={of} feed={feed} />
            </Row>
          </Rows>
        ) : isPending ? (
          <Skeleton height="4rem" radius="var(--radius-card)" />
        ) : (
          <>
            <InlineError text={t('keys.feeds.failed')} />
            <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
              {t('common.tryAgain')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
