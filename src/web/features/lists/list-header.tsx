import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Lock, MessageCircle, Trophy } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { failureToast } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { isolated } from '#shared/isolated.ts'
import { AudienceIcon } from '#web/features/audiences/audience-mark.tsx'
import { HiddenNotice } from '#web/features/moderation/hidden-notice.tsx'
import { LikeToggle } from '#web/features/toggles/like-toggle.tsx'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { avatarUrl, pictureUrl } from '#web/lib/pictures.ts'
import { useMember } from '#web/lib/session.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { ArtworkEdge } from '#web/ui/layout/hero.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ListCover } from './list-cover.tsx'
import styles from './list-header.module.css'
import {
  acceptEditingMutation,
  likeListMutation,
  removeEditorMutation,
  saveListMutation,
  type ListDetail,
} from './lists.api.ts'

interface ListHeaderProps {
  list: ListDetail
  isOwner: boolean
}

/** Cover, title, whose it is and what it says. The heading is in the bar above, so the title here is silent. */
export function ListHeader({ list, isOwner }: ListHeaderProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.stage}>
      <Light list={list} />
      <div className={styles.header}>
        <div className={styles.cover} aria-hidden="true">
          <ListCover
            list={list}
            coverSizes="(min-width: 1024px) 400px, (min-width: 600px) 40vw, 100vw"
            posterSizes="(min-width: 1024px) 100px, (min-width: 600px) 10vw, 25vw"
            eager
          />
          <ArtworkEdge className={styles.edge} />
        </div>
        <div className={styles.facts}>
          <p className={styles.title} aria-hidden="true">
            <bdi>{list.title}</bdi>
            {list.isPrivate ? <Lock className={styles.lock} /> : null}
          </p>
          <div className={styles.line}>
            <Owner list={list} />
            <div className={styles.actions}>
              <Like list={list} />
              <CommentsLink list={list} />
              {isOwner ? null : <ListSave list={list} />}
            </div>
          </div>
          {list.hidden ? <HiddenNotice /> : null}
          {list.editing === 'invited' ? <Invitation list={list} /> : null}
          <Editors list={list} />
          <Marks list={list} />
          {list.description.trim() === '' ? null : (
            <ClampedText
              text={list.description.trim()}
              moreLabel={t('common.readMore')}
              lessLabel={t('review.readLess')}
              className={styles.description}
            />
          )}
          {list.tags.length > 0 ? (
            <TagList label={t('list.tags')} tags={list.tags} to={(tag) => paths.tag(list.user._id, tag)} />
          ) : null}
          {list.filmsCount > 0 ? <Progress list={list} /> : null}
        </div>
      </div>
    </div>
  )
}

/** The cover's own colours behind a wide header; a phone has the cover itself there. */
function Light({ list }: { list: ListDetail }) {
  const poster = list.posters[0]
  const picture = list.coverImage ? pictureUrl(list.coverImage, 'w300') : poster && pictureUrl(poster, 'w92')
  return picture ? <img className={styles.light} src={picture} alt="" loading="lazy" /> : null
}

function Owner({ list: { user } }: { list: ListDetail }) {
  const { t } = useTranslation()
  return (
    <Link className={styles.owner} to={paths.profile(user._id)}>
      <Avatar src={avatarUrl(user.avatar)} size={32} />
      <span className={styles.by}>
        <TextWithSlot text={t('list.by', { name: slot })}>
          <bdi className={styles.name}>@{user.username || t('lists.unknown')}</bdi>
        </TextWithSlot>
      </span>
    </Link>
  )
}

/** Who edits the list with its owner. */
function Editors({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  const editors = list.editors.filter(({ accepted }) => accepted)
  if (editors.length === 0) return null
  return (
    <ul className={styles.editors} aria-label={t('list.editors.title')}>
      {editors.map(({ _id, username, avatar }) => (
        <li key={_id}>
          <Link className={styles.owner} to={paths.profile(_id)}>
            <Avatar src={avatarUrl(avatar)} size={24} />
            <bdi className={styles.name}>@{username}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The owner asks the viewer to edit the list. */
function Invitation({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  const viewer = useMember()
  const queryClient = useQueryClient()
  const accept = useMutation(acceptEditingMutation(queryClient, list._id))
  const decline = useMutation(removeEditorMutation(queryClient, list._id))
  const onError = failureToast('errorPage.title')
  const isBusy = accept.isPending || decline.isPending
  if (!viewer) return null
  return (
    <div className={styles.invitation} role="group" aria-label={t('list.editors.title')}>
      <p>{t('list.editors.invited', { name: isolated(`@${list.user.username}`) })}</p>
      <div className={styles.answers}>
        <Button size="sm" busy={isBusy} onClick={() => accept.mutate(undefined, { onError })}>
          {t('list.editors.accept')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          busy={isBusy}
          onClick={() => decline.mutate(viewer._id, { onError })}
        >
          {t('list.editors.decline')}
        </Button>
      </div>
    </div>
  )
}

function Like({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  return (
    <LikeToggle
      liked={list}
      mutation={likeListMutation(useQueryClient(), list._id)}
      label={t('list.like', { name: list.user.username })}
      failed={t('review.likeFailed')}
    />
  )
}

function CommentsLink({ list }: { list: ListDetail }) {
  const { t, locale } = useTranslation()
  return (
    <Link
      className={styles.comments}
      to={paths.listReplies(list._id)}
      aria-label={t('list.comments', { count: list.replyCount })}
    >
      <MessageCircle aria-hidden="true" size={20} />
      {formatNumber(list.replyCount, locale)}
    </Link>
  )
}

/** How many films there are, since when, and what kind of list it is. */
function Marks({ list }: { list: ListDetail }) {
  const { t, locale } = useTranslation()
  const audience = list.audience ?? (list.isPrivate ? 'me' : undefined)
  return (
    <ul className={styles.marks}>
      <li>{t('lists.films', { count: list.filmsCount })}</li>
      <li>
        <time dateTime={list.createdAt}>{formatDate(list.createdAt, locale)}</time>
      </li>
      {list.isRanked ? (
        <li className={styles.badge}>
          <Trophy aria-hidden="true" size={14} />
          {t('list.ranked')}
        </li>
      ) : null}
      {audience === undefined ? null : (
        <li className={styles.badge}>
          <AudienceIcon audience={audience} size={14} />
          {audience === 'me'
            ? t(list.editors.length > 0 ? 'list.editors.private' : 'list.private')
            : t(`audiences.names.${audience}`)}
        </li>
      )}
    </ul>
  )
}

function Progress({ list: { seenCount: seen, filmsCount: count } }: { list: ListDetail }) {
  const { t } = useTranslation()
  const share = { '--share': seen / count } as CSSProperties
  return (
    <div className={styles.progress}>
      <p>{t('list.seen', { seen, count })}</p>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.done} style={share} />
      </span>
    </div>
  )
}

export function ListHeaderSkeleton() {
  return (
    <div className={styles.stage}>
      <div className={styles.header}>
        <div className={styles.cover}>
          <div className={styles.coverBox}>
            <Skeleton height="100%" radius="var(--radius-poster)" />
          </div>
        </div>
        <div className={styles.facts}>
          <Skeleton height="2.25rem" width="70%" />
          <Skeleton height="2.75rem" width="60%" />
          <Skeleton width="40%" />
          <Skeleton height="4.25rem" />
        </div>
      </div>
    </div>
  )
}

/** Save or Saved. Both labels lie on each other, so the width never changes. */
function ListSave({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  const press = useSaveList(list)
  const saved = list.savedByMe
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={saved ? <BookmarkCheck className={styles.on} /> : <Bookmark />}
      aria-pressed={saved}
      onClick={press}
    >
      <VisuallyHidden>{t('list.saveName')}</VisuallyHidden>
      <span className={styles.labels} aria-hidden="true">
        <span className={saved ? styles.unseen : undefined}>{t('list.save')}</span>
        <span className={saved ? undefined : styles.unseen}>{t('list.saved')}</span>
      </span>
    </Button>
  )
}

export function useSaveList({ _id, savedByMe }: Pick<ListDetail, '_id' | 'savedByMe'>): () => void {
  const { t } = useTranslation()
  const save = saveListMutation(useQueryClient(), _id)
  return useToggle(save, savedByMe, { failed: t('list.saveFailed') }).press
}
