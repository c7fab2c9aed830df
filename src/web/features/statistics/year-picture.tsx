import { useState } from 'react'
import type { Figures } from '#shared/api/statistics.ts'
import { SharePicture } from '#web/features/sharing/share-picture.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import type { YearReview } from './statistics.api.ts'
import { usePeriodBars } from './time-cards.tsx'
import { YearCover, YearNumbers } from './year-parts.tsx'
import styles from './year-picture.module.css'

/** 1080 by 1350 pixels, and 1080 by 1920. */
const formats = ['post', 'story'] as const
type Format = (typeof formats)[number]

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
  const months = usePeriodBars(figures, review.year, namedMonths)
  return (
    <SharePicture
      heading={t('yearReview.makePicture')}
      onClose={onClose}
      title={title}
      username={review.member.username}
      failed={t('yearReview.pictureFailed')}
      format={format}
      className={styles.picture}
      logoSize={24}
      choice={
        <ToggleGroup
          label={t('yearReview.format')}
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({ value, label: t(`yearReview.formats.${value}`) }))}
        />
      }
    >
      <YearCover review={review} figures={figures} />
      <YearNumbers figures={figures} />
      {format === 'story' ? (
        <div className={styles.months}>
          <BarChart bars={months} format={(value) => formatNumber(value, locale)} height={90} />
        </div>
      ) : null}
    </SharePicture>
  )
}
