import { FilmTitle } from '#web/features/films/film-title.tsx'
import { Download, Maximize, Share } from 'lucide-react'
import { useState, type Ref } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import type { Log } from '#web/features/logs/logs.api.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { IconButton } from '#web/ui/actions/button.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { useSharePicture } from './use-share-picture.ts'
import styles from './share-review.module.css'

interface ShareReviewProps {
  log: Log
  onBack: () => void
}

/** The card with its controls, or, in the clean view, alone: any tap or Escape brings the controls back. */
export function ShareReview({ log, onBack }: ShareReviewProps) {
  const { t } = useTranslation()
  const { drawn, busy, save, share } = useSharePicture({ title: log.title, failed: t('share.card.failed') })
  const [isClean, setClean] = useState(false)
  const [wasClean, setWasClean] = useState(false)
  const leave = () => {
    setWasClean(true)
    setClean(false)
  }

  return (
    <>
      {isClean ? null : (
        <TopBar
          title={t('share.card.title')}
          onBack={onBack}
          action={
            <span className={styles.actions}>
              <IconButton
                ref={wasClean ? takeFocus : undefined}
                label={t('share.card.cleanView')}
                icon={<Maximize size={20} />}
                onClick={() => {
                  setWasClean(false)
                  setClean(true)
                }}
              />
              <IconButton
                label={t('share.card.save')}
                icon={<Download size={20} />}
                busy={busy === 'saving'}
                onClick={save}
              />
              {share ? (
                <IconButton
                  label={t('common.shareVia')}
                  icon={<Share size={20} />}
                  busy={busy === 'sharing'}
                  onClick={share}
                />
              ) : null}
            </span>
          }
        />
      )}
      <div className={styles.stage} data-clean={isClean}>
        <ShareCard ref={drawn} log={log} />
        {isClean ? (
          <button
            type="button"
            className={styles.leave}
            aria-label={t('share.card.leaveCleanView')}
            ref={takeFocus}
            onClick={leave}
            onKeyDown={({ key }) => {
              if (key === 'Escape') leave()
            }}
            // The way on by keyboard lies outside; to another window it leaves without a target.
            onBlur={({ relatedTarget }) => {
              if (relatedTarget) setClean(false)
            }}
          />
        ) : null}
      </div>
    </>
  )
}

interface ShareCardProps {
  log: Pick<Log, 'title' | 'poster' | 'posterOverride' | 'rating' | 'user'>
  ref: Ref<HTMLElement>
}

/** The poster's width on screen, three times over: the picture is drawn at that scale. */
const drawnWidth = `${328 * 3}px`

/** A review as a picture to share. */
function ShareCard({ log, ref }: ShareCardProps) {
  const { t } = useTranslation()
  return (
    <article
      ref={ref}
      className={styles.card}
      aria-label={t('review.by', { title: log.title, name: log.user.username })}
    >
      <span className={styles.poster}>
        <FilmPoster film={log} sizes={drawnWidth} alt="" eager />
      </span>
      <p className={styles.author}>
        <Avatar src={avatarUrl(log.user.avatar)} size={32} eager />
        <bdi>@{log.user.username}</bdi>
      </p>
      <p className={styles.rated}>
        <span>{t('share.card.rated')}</span>
        <FilmTitle film={log} className={styles.title} />
      </p>
      <StarRating
        className={styles.stars}
        value={log.rating}
        label={t('common.stars', { value: log.rating ?? 0 })}
      />
      <p className={styles.on}>
        {t('share.card.on')} <Logo size={22} />
      </p>
    </article>
  )
}
