import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { ListCover } from '#web/features/lists/list-cover.tsx'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { mutualsQuery, sharedQuery, shareMutation, type ShareTarget } from './sharing.api.ts'
import styles from './share-to-friends.module.css'

interface ShareToFriendsProps {
  shared: ShareTarget
  userId: string
  onBack: () => void
}

/** Suggests a film, a review or a list to mutual followers. */
export function ShareToFriends({ shared, userId, onBack }: ShareToFriendsProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data: thing, isPending, error, refetch } = useQuery(sharedQuery(shared))
  const share = useExclusiveMutation(shareMutation(shared))
  usePageTitle(t('share.title'))

  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  const send = () => {
    const friends = [...chosen]
    share.mutate(
      { fromUserId: userId, friends },
      {
        onSuccess: (missed) => {
          const reached = friends.length - missed.length
          if (reached > 0) toast.success(t('share.sent', { count: reached }))
          if (missed.length === 0) {
            onBack()
            return
          }
          setChosen(new Set(missed))
          toast.error(t('share.failed'))
        },
      },
    )
  }

  if (error && !thing && !isUnknown(error)) return <InvalidResource onBack={onBack} onRetry={refetch} />
  if (error || thing?.title === '') return <InvalidResource onBack={onBack} />
  return (
    <>
      <TopBar
        title={t('share.title')}
        backLabel={t('common.back')}
        onBack={onBack}
        action={
          <Button size="sm" disabled={chosen.size === 0} busy={share.isPending} onClick={send}>
            {t('share.send')}
          </Button>
        }
      />
      <ReadingColumn busy={isPending}>
        {thing ? (
          <FilmStrip
            film={thing}
            picture={
              thing.cover ? (
                <span className={styles.cover}>
                  <ListCover list={thing.cover} coverSizes="96px" posterSizes="34px" />
                </span>
              ) : undefined
            }
          >
            {thing.author === null ? undefined : <bdi>@{thing.author}</bdi>}
          </FilmStrip>
        ) : (
          <Skeleton height="4.75rem" radius="var(--radius-card)" />
        )}
        <Friends userId={userId} chosen={chosen} onToggle={toggle} />
      </ReadingColumn>
    </>
  )
}

interface InvalidResourceProps extends Pick<ShareToFriendsProps, 'onBack'> {
  /** Where another try may help. */
  onRetry?: () => unknown
}

/** What cannot be shared. */
export function InvalidResource({ onBack, onRetry }: InvalidResourceProps) {
  const { t } = useTranslation()
  usePageTitle(t('share.title'))
  const invalid = (
    <EmptyState
      drawing="curtain"
      text={t('share.invalid')}
      action={
        <Button variant="secondary" size="sm" onClick={onBack}>
          {t('share.goBack')}
        </Button>
      }
    />
  )
  return (
    <>
      <TopBar title={t('share.title')} backLabel={t('common.back')} onBack={onBack} />
      <ReadingColumn>
        {onRetry ? <ShownAsEmpty onRetry={onRetry}>{invalid}</ShownAsEmpty> : invalid}
      </ReadingColumn>
    </>
  )
}

interface FriendsProps {
  userId: string
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

function Friends({ userId, chosen, onToggle }: FriendsProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(mutualsQuery(userId))
  return (
    <PagedList
      pages={pages}
      items={pageItems(pages.data, ({ _id }) => _id)}
      skeleton={
        <div className={styles.list} aria-busy="true">
          <p className={styles.loading} role="status">
            {t('common.loading')}
          </p>
          {Array.from({ length: 6 }, (_, row) => (
            <Skeleton key={row} height="3.75rem" radius="var(--radius-card)" />
          ))}
        </div>
      }
      empty={t('share.empty')}
      drawing="seats"
    >
      {(friends) => (
        <div className={styles.list} role="group" aria-label={t('share.friends')}>
          {friends.map((friend) => (
            <FriendChoice
              key={friend._id}
              friend={friend}
              isChosen={chosen.has(friend._id)}
              onToggle={() => onToggle(friend._id)}
            />
          ))}
        </div>
      )}
    </PagedList>
  )
}

interface FriendChoiceProps {
  friend: { username: string; name: string | null; avatar: string | null }
  isChosen: boolean
  onToggle: () => void
}

/** A friend to be chosen; the whole row is the box. */
function FriendChoice({ friend, isChosen, onToggle }: FriendChoiceProps) {
  return (
    <button type="button" role="checkbox" aria-checked={isChosen} className={styles.row} onClick={onToggle}>
      <Avatar src={avatarUrl(friend.avatar)} size={44} />
      <span className={styles.names}>
        <bdi className={styles.username}>@{friend.username}</bdi>
        {friend.name ? <bdi className={styles.name}>{friend.name}</bdi> : null}
      </span>
      <span className={styles.check} aria-hidden="true">
        {isChosen ? <Check size={18} /> : null}
      </span>
    </button>
  )
}
