import { Download, Maximize } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#web/features/logs/logs.api.ts'
import { alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { download, drawPicture, pictureName } from './save-picture.ts'
import { ShareCard } from './share-card.tsx'
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
  const [isSaving, setSaving] = useState(false)

  const save = async () => {
    if (!card.current) return
    setSaving(true)
    try {
      download(await drawPicture(card.current), pictureName(log.title))
      await alert({ title: t('share.card.saved'), okLabel: t('common.ok') })
    } catch {
      toast.error(t('share.card.failed'))
    } finally {
      setSaving(false)
    }
  }

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
                busy={isSaving}
                onClick={() => void save()}
              />
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
