import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Rss } from 'lucide-react'
import { useState } from 'react'
import type { Feed, FeedKind } from '#shared/api/feeds.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { useCopyLink } from '#web/features/links/use-link-items.tsx'
import { KeyRow } from '#web/features/security/key-row.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { formatDate } from '#web/lib/format.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { RowIcon, RowTexts } from '#web/ui/layout/rows.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { createFeedMutation, revokeFeedMutation } from './feeds.api.ts'
import styles from './keys.module.css'

export interface FeedOf {
  kind: FeedKind
  /** The list, for feeds of the kind `list`. */
  listId?: string | undefined
  name: string
}

const copies = [
  ['rss', 'keys.feeds.copyRss'],
  ['json', 'keys.feeds.copyJson'],
  ['radarr', 'keys.feeds.copyRadarr'],
] as const

/** A secret address with all that can be done with it; the way to make it where there is none. */
export function FeedRow({ of, feed }: { of: FeedOf; feed: Feed | undefined }) {
  const { t, locale } = useTranslation()
  const { kind, listId, name } = of
  const copyLink = useCopyLink()
  const queryClient = useQueryClient()
  const create = useExclusiveMutation(createFeedMutation(queryClient))
  const revoke = useMutation(revokeFeedMutation(queryClient))
  const [isChanged, setChanged] = useState(false)
  // Making and revoking the address puts other buttons in the place of the one that was pressed.
  const focusInPlace = isChanged ? takeFocus : undefined
  const what = t(kind === 'diary' ? 'keys.feeds.diaryText' : 'keys.feeds.radarrText')
  const onError = failureToast('common.notDone')

  if (!feed) {
    return (
      <>
        <RowIcon>
          <Rss />
        </RowIcon>
        <RowTexts name={<bdi>{name}</bdi>} fact={what} />
        <Button
          ref={focusInPlace}
          variant="secondary"
          size="sm"
          busy={create.isPending}
          aria-label={t('keys.feeds.makeNamed', { name })}
          onClick={() => {
            setChanged(true)
            create.mutate({ kind, ...(listId !== undefined && { listId }) }, { onError })
          }}
        >
          {t('keys.feeds.make')}
        </Button>
      </>
    )
  }

  const press = async () => {
    const sure = await confirmDanger({
      title: t('keys.feeds.question'),
      text: t('keys.feeds.questionText', { name }),
      confirmLabel: t('keys.feeds.revoke'),
    })
    if (!sure) return
    setChanged(true)
    revoke.mutate(feed.id, { onSuccess: () => toast.success(t('keys.feeds.revoked')), onError })
  }
  const addresses = copies.flatMap(([format, label]) => {
    const address = feed.addresses[format]
    return address === undefined ? [] : [{ format, label, address }]
  })
  return (
    <KeyRow
      icon={<Rss />}
      name={name}
      remove={{
        label: t('keys.feeds.revoke'),
        namedLabel: t('keys.feeds.revokeNamed', { name }),
        busy: revoke.isPending,
        onPress: () => void press(),
      }}
      actions={addresses.map(({ format, label, address }, at) => (
        <Button
          key={format}
          ref={at === 0 ? focusInPlace : undefined}
          variant="secondary"
          size="sm"
          icon={<Copy />}
          onClick={() => void copyLink(address, t('keys.feeds.copied'))}
        >
          {t(label)}
        </Button>
      ))}
    >
      <span className={styles.facts}>
        <span>{what}</span>
        <span>
          {t('keys.feeds.made', { date: formatDate(feed.createdAt, locale) })}
          {' · '}
          {feed.usedAt === null ? (
            t('keys.feeds.unused')
          ) : (
            <TextWithSlot text={t('keys.feeds.used', { time: slot })}>
              <Age at={feed.usedAt} />
            </TextWithSlot>
          )}
        </span>
      </span>
    </KeyRow>
  )
}
