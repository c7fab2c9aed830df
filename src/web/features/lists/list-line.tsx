import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import type { ListCard } from '#shared/api/lists.ts'
import { paths } from '#shared/paths.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ListCover } from './list-cover.tsx'
import styles from './list-line.module.css'

/** A list in a line, above what is said of it; opens the list. */
export function ListLine({ list }: { list: ListCard }) {
  const { t } = useTranslation()
  return (
    <Link className={styles.line} to={paths.list(list._id)}>
      <span className={styles.cover} aria-hidden="true">
        <ListCover list={list} coverSizes="112px" posterSizes="40px" />
      </span>
      <span className={styles.text}>
        <span className={styles.title}>
          <bdi>{list.title}</bdi>
        </span>
        <span className={styles.facts}>
          <bdi>@{list.user.username || t('lists.unknown')}</bdi>
          <span aria-hidden="true">·</span>
          {t('lists.films', { count: list.filmsCount })}
        </span>
      </span>
    </Link>
  )
}

export function ListLineSkeleton() {
  return <Skeleton height="calc(3.9375rem + 2 * var(--space-12))" radius="var(--radius-card)" />
}
