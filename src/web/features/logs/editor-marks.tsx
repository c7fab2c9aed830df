import { Heart, Minus, Repeat2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/button.tsx'
import { StarInput } from '#web/ui/star-input.tsx'
import type { LogDraft } from './log-draft.ts'
import styles from './editor-marks.module.css'

interface EditorMarksProps {
  draft: LogDraft
  onChange: (patch: Partial<LogDraft>) => void
}

/** Stars, heart and rewatch counter of the log editor. */
export function EditorMarks({ draft, onChange }: EditorMarksProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.marks}>
      <StarInput
        value={draft.rating ?? 0}
        onChange={(rating) => onChange({ rating: rating === 0 ? null : rating })}
        labels={{
          slider: t('log.rating'),
          decrease: t('log.ratingDown'),
          increase: t('log.ratingUp'),
          clear: t('log.ratingClear'),
          valueText: (n) => (n === 0 ? t('log.unrated') : t('common.stars', { value: n })),
        }}
      />
      <div className={styles.toggles}>
        <button
          type="button"
          className={styles.chip}
          aria-pressed={draft.favourite}
          onClick={() => onChange({ favourite: !draft.favourite })}
        >
          <Heart aria-hidden="true" size={20} fill={draft.favourite ? 'currentColor' : 'none'} />
          {t('log.favourite')}
        </button>
        <span className={styles.rewatch}>
          <button
            type="button"
            className={styles.chip}
            data-on={draft.rewatchCount > 0}
            onClick={() => onChange({ rewatchCount: draft.rewatchCount + 1 })}
          >
            <Repeat2 aria-hidden="true" size={20} />
            {t('log.rewatch')}
            {draft.rewatchCount > 0 ? (
              <bdi className={styles.count} dir="ltr">
                {draft.rewatchCount}x
              </bdi>
            ) : null}
          </button>
          {draft.rewatchCount > 0 ? (
            <IconButton
              label={t('log.rewatchDown')}
              icon={<Minus size={20} />}
              onClick={() => onChange({ rewatchCount: draft.rewatchCount - 1 })}
            />
          ) : null}
        </span>
      </div>
    </div>
  )
}
