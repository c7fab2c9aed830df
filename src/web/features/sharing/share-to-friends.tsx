import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { ListCover } from '#web/features/lists/list-cover.tsx'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { getSession } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { FriendChoices, type Friend } from './friend-choices.tsx'
import { sharedQuery, shareMutation, type ShareTarget } from './sharing.api.ts'
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

  const toggle = ({ _id }: Friend) => {
    const next = new Set(chosen)
    if (!next.delete(_id)) next.add(_id)
    setChosen(next)
  }

  const send = () => {
    if (!getSession()) {
      toast.error(t('film.notLoggedIn'))
      return
    }
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
        <FriendChoices userId={userId} chosen={chosen} onToggle={toggle} />
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
      <TopBar title={t('share.title')} onBack={onBack} />
      <ReadingColumn>
        {onRetry ? <ShownAsEmpty onRetry={onRetry}>{invalid}</ShownAsEmpty> : invalid}
      </ReadingColumn>
    </>
  )
}
