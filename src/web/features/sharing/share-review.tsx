import { FilmTitle } from '#web/features/films/film-title.tsx'
import { Download, Maximize, Share } from 'lucide-react'
import { useRef, useState, type Ref } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { canShareFile, systemShare } from '#web/features/links/use-link-items.tsx'
import type { Log } from '#web/features/logs/logs.api.ts'
import { download } from '#web/lib/files.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { alert } from '#web/ui/overlays/alert.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { IconButton } from '#web/ui/actions/button.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { drawPicture, pictureName, pngFile } from './save-picture.ts'
import styles from './share-review.module.css'

interface ShareReviewProps {
  log: Log
  onBack: () => void
}

/** The card with its controls, or, in the clean view, alone: any tap or Escape brings the controls back. */
export function ShareReview({ log, onBack }: ShareReviewProps) {
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  const [isClean, setClean] = useState(false)
  const [busy, setBusy] = useState<'saving' | 'sharing' | null>(null)
  const name = pictureName(log.title)

  const withPicture = async (how: 'saving' | 'sharing', use: (picture: Blob) => Promise<void>) => {
    if (!card.current || busy) return
    setBusy(how)
    try {
      await use(await drawPicture(card.current))
    } catch {
      toast.error(t('share.card.failed'))
    } finally {
      setBusy(null)
    }
  }
  const save = (picture: Blob) => {
    download(picture, name)
    return alert({ title: t('share.card.saved'), okLabel: t('common.ok') })
  }
  const share = (picture: Blob) => systemShare({ title: log.title, files: [pngFile(picture, name)] })

  return (
    <>
      {isClean ? null : (
        <TopBar
          title={t('share.card.title')}
          backLabel={t('common.back')}
          onBack={onBack}
          action={
            <span className={styles.actions}>
              <IconButton
                label={t('share.card.cleanView')}
                icon={<Maximize size={20} />}
                onClick={() => setClean(true)}
              />
              <IconButton
                label={t('share.card.save')}
                icon={<Download size={20} />}
                busy={busy === 'saving'}
                onClick={() => void withPicture('saving', save)}
              />
              {canShareFile(pngFile(new Blob(), name)) ? (
                <IconButton
                  label={t('common.shareVia')}
                  icon={<Share size={20} />}
                  busy={busy === 'sharing'}
                  onClick={() => void withPicture('sharing', share)}
                />
              ) : null}
            </span>
          }
        />
      )}
      <div className={styles.stage} data-clean={isClean}>
        <ShareCard ref={card} log={log} />
        {isClean ? (
          <button
            type="button"
            className={styles.leave}
            aria-label={t('share.card.leaveCleanView')}
            ref={(button) => button?.focus()}
            onClick={() => setClean(false)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setClean(false)
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
