import { useState } from 'react'
import type { Figures } from '#shared/api/statistics.ts'
import { useSharePicture } from '#web/features/sharing/use-share-picture.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import type { YearReview } from './statistics.api.ts'
import { usePeriodBars } from './time-cards.tsx'
import { YearCover, YearNumbers } from './year-parts.tsx'
import styles from './year-picture.module.css'

/** 1080 by 1350 pixels, and 1080 by 1920. */
const formats = ['post', 'story'] as const
type Format = (typeof formats)[number]

const width = 1080
/** Every third month has room for its name. */
const namedMonths = 3

interface YearPictureProps {
  review: YearReview
  figures: Figures
  onClose: () => void
}

/** A year as a picture to save or share, made of the parts of its page and in the language of the screen. */
export function YearPicture({ review, figures, onClose }: YearPictureProps) {
  const { t, locale } = useTranslation()
  const [format, setFormat] = useState<Format>('post')
  const title = t('yearReview.title', { year: review.year })
  const { drawn, busy, save, share } = useSharePicture({
    title: `${title} @${review.member.username}`,
    failed: t('yearReview.pictureFailed'),
    width,
  })
  const months = usePeriodBars(figures, review.year, namedMonths)
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('yearReview.makePicture')}
      closeLabel={t('common.close')}
      footer={
        <>
          {share ? (
            <Button variant="secondary" busy={busy === 'sharing'} onClick={share}>
              {t('common.shareVia')}
            </Button>
          ) : null}
          <Button busy={busy === 'saving'} onClick={save}>
            {t('share.card.save')}
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        <ToggleGroup
          label={t('yearReview.format')}
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({ value, label: t(`yearReview.formats.${value}`) }))}
        />
        <article
          ref={drawn}
          className={styles.picture}
          data-theme="dark"
          data-format={format}
          aria-label={title}
        >
          <YearCover review={review} figures={figures} />
          <YearNumbers figures={figures} />
          {format === 'story' ? (
            <div className={styles.months}>
              <BarChart bars={months} format={(value) => formatNumber(value, locale)} height={90} />
            </div>
          ) : null}
          <span className={styles.logo}>
            <Logo size={24} />
          </span>
        </article>
      </div>
    </Sheet>
  )
}
