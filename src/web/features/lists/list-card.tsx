import { Heart, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import type { ListCard as Card } from '#shared/api/lists.ts'
import { paths } from '#shared/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ListCover } from './list-cover.tsx'
import styles from './list-card.module.css'

/** A list as a card; opens the list. */
export function ListCard({ list }: { list: Card }) {
  const { t, locale } = useTranslation()
  const username = list.user.username || t('lists.unknown')
  const name = [
    list.title,
    t('lists.by', { name: username }),
    t('review.likes', { count: list.likeCount }),
    ...(list.isPrivate ? [t('lists.private')] : []),
  ].join(t('log.tile.separator'))
  return (
    <Link className={styles.card} to={paths.list(list._id)}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={styles.cover} aria-hidden="true">
        <ListCover
          list={list}
          coverSizes="(min-width: 752px) 352px, (min-width: 600px) 46vw, 92vw"
          posterSizes="(min-width: 752px) 120px, 31vw"
        />
        {list.isPrivate ? (
          <span className={styles.lock}>
            <Lock size={16} />
          </span>
        ) : null}
      </span>
      <span className={styles.text} aria-hidden="true">
        <bdi className={styles.title}>{list.title}</bdi>
        <span className={styles.meta}>
          <bdi className={styles.username}>@{username}</bdi>
          <span className={styles.likes}>
            <Heart size={16} className={list.likedByMe ? styles.liked : undefined} />
            {formatNumber(list.likeCount, locale)}
          </span>
        </span>
      </span>
    </Link>
  )
}
