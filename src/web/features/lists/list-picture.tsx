import { posterSource } from '#web/lib/pictures.ts'
import { SharePicture } from '#web/features/sharing/share-picture.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import type { ListDetail } from './lists.api.ts'
import styles from './list-picture.module.css'

const shown = 12

/** A list as a picture to save or share: its title, its owner and its first films. */
export function ListPicture({ list, onClose }: { list: ListDetail; onClose: () => void }) {
  const { t, locale } = useTranslation()
  return (
    <SharePicture
      heading={t('list.picture')}
      onClose={onClose}
      title={list.title}
      username={list.user.username}
      failed={t('list.pictureFailed')}
      format="post"
      className={styles.picture}
      logoSize={20}
    >
      <header>
        <h3 className={styles.title}>
          <bdi>{list.title}</bdi>
        </h3>
        <p className={styles.facts}>
          <bdi>@{list.user.username}</bdi> · {t('lists.films', { count: list.filmsCount })}
        </p>
      </header>
      <ol className={styles.films}>
        {list.movies.slice(0, shown).map((film, at) => (
          <li key={film.id}>
            <img
              {...posterSource([film.posterOverride, film.poster], { sizes: '80px', language: locale })}
              className={styles.poster}
              alt={film.title}
            />
            {/* As text: what is saved knows no counters. */}
            {list.isRanked ? <span className={styles.rank}>{at + 1}</span> : null}
          </li>
        ))}
      </ol>
    </SharePicture>
  )
}
