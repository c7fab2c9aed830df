import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { FeedsCard } from './feeds-card.tsx'
import { feedsQuery } from './feeds.api.ts'
import { TokensCard } from './tokens-card.tsx'
import { tokensQuery } from './tokens.api.ts'
import { WebhooksCard } from './webhooks-card.tsx'
import { webhooksQuery } from './webhooks.api.ts'

/** What connects programs of the member: tokens, secret addresses of feeds, and webhooks. */
export function KeysView() {
  const { t } = useTranslation()
  const tokens = useQuery(tokensQuery())
  const feeds = useQuery(feedsQuery())
  const webhooks = useQuery(webhooksQuery())
  const isPending = tokens.isPending || feeds.isPending || webhooks.isPending
  const retry = () => Promise.all([tokens.refetch(), feeds.refetch(), webhooks.refetch()])
  return (
    <ReadingColumn busy={isPending}>
      {isPending ? (
        <>
          <Skeleton height="14rem" radius="var(--radius-card)" />
          <Skeleton height="16rem" radius="var(--radius-card)" />
        </>
      ) : tokens.data && feeds.data && webhooks.data ? (
        <OnlineOnly label={t('keys.title')}>
          <TokensCard tokens={tokens.data} />
          <FeedsCard feeds={feeds.data} />
          <WebhooksCard webhooks={webhooks.data} />
        </OnlineOnly>
      ) : (
        <LoadFailed text={t('keys.failed')} onRetry={retry} />
      )}
    </ReadingColumn>
  )
}
