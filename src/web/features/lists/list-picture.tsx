import { posterSource } from '#web/lib/pictures.ts'
import { useSharePicture } from '#web/features/sharing/use-share-picture.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import type { ListDetail } from './lists.api.ts'
import styles from './list-picture.module.css'

/** Pixels; 1080 by 1350. */
const width = 1080
const shown = 12

/** A list as a picture to save or share: its title, its owner and its first films. */
export function ListPicture({ list }: { list: ListDetail }) {
  const { t, locale } = useTranslation()
  const { drawn, busy, save, share } = useSharePicture({
    title: `${list.title} @${list.user.username}`,
    failed: t('list.pictureFailed'),
    width,
  })
  return (
    <div className={styles.stage}>
      <article ref={drawn} className={styles.picture} data-theme="dark" aria-label={list.title}>
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
        <span className={styles.logo}>
          <Logo size={20} />
        </span>
      </article>
      <div className={styles.actions}>
        <Button busy={busy === 'saving'} onClick={save}>
          {t('share.card.save')}
        </Button>
        {share ? (
          <Button variant="secondary" busy={busy === 'sharing'} onClick={share}>
            {t('common.shareVia')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
