import { Lock, Trophy } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Filled, slot } from '#web/lib/filled.tsx'
import { paths } from '#web/lib/paths.ts'
import { avatarUrl, pictureUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListCover } from './list-cover.tsx'
import styles from './list-header.module.css'
import { ListLike } from './list-like.tsx'
import { ListSave } from './list-save.tsx'
import type { ListDetail } from './list.api.ts'

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
        </div>
        <div className={styles.facts}>
          <p className={styles.title} aria-hidden="true">
            <bdi>{list.title}</bdi>
            {list.isPrivate ? <Lock className={styles.lock} /> : null}
          </p>
          <div className={styles.line}>
            <Owner list={list} />
            <div className={styles.actions}>
              <ListLike list={list} />
              {isOwner ? null : <ListSave list={list} />}
            </div>
          </div>
          <Marks list={list} />
          {list.description.trim() === '' ? null : (
            <ClampedText
              text={list.description.trim()}
              moreLabel={t('common.readMore')}
              lessLabel={t('review.readLess')}
              className={styles.description}
            />
          )}
          {list.movies.length > 0 ? <Progress list={list} /> : null}
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
        <Filled text={t('list.by', { name: slot })}>
          <bdi className={styles.name}>@{user.username || t('lists.unknown')}</bdi>
        </Filled>
      </span>
    </Link>
  )
}

/** How many films there are, and what kind of list it is. */
function Marks({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.marks}>
      <li>{t('lists.films', { count: list.filmsCount })}</li>
      {list.isRanked ? (
        <li className={styles.badge}>
          <Trophy aria-hidden="true" size={14} />
          {t('list.ranked')}
        </li>
      ) : null}
      {list.isPrivate ? (
        <li className={styles.badge}>
          <Lock aria-hidden="true" size={14} />
          {t('list.private')}
        </li>
      ) : null}
    </ul>
  )
}

function Progress({ list: { movies } }: { list: ListDetail }) {
  const { t } = useTranslation()
  const seen = movies.filter((film) => film.seen).length
  const share = { '--share': seen / movies.length } as CSSProperties
  return (
    <div className={styles.progress}>
      <p>{t('list.seen', { seen, count: movies.length })}</p>
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
