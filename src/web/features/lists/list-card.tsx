import { Heart, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import type { ListCard as Card } from '#shared/api/lists.ts'
import { paths } from '#shared/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ListCover } from './list-cover.tsx'
import styles from './list-card.module.css'

/** Posters of a collage fill its height: they are as wide as that makes them, and cut at their sides. */
const sizesOf = {
  grid: {
    coverSizes: '(min-width: 752px) 352px, (min-width: 600px) 31vw, 46vw',
    posterSizes: '(min-width: 752px) 132px, (min-width: 600px) 12vw, 17vw',
  },
  row: { coverSizes: '240px', posterSizes: '90px' },
} as const

/** A list as a card of a grid or, smaller, of a row of them; opens the list. */
export function ListCard({ list, of = 'grid' }: { list: Card; of?: keyof typeof sizesOf }) {
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
        <ListCover list={list} {...sizesOf[of]} />
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
