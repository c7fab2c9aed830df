import { EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { defaultSpoilers } from '#shared/spoiler-choice.ts'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { takeFocus } from '#web/ui/focus.ts'
import link from '#web/ui/actions/text-link.module.css'
import styles from './review-text.module.css'

/** `seen`: open, with a word why and a way to hide them. */
type SpoilerState = 'closed' | 'seen' | 'open'

interface Written {
  filmId: number
  authorId: string | null
  /** Known already to have been seen by the reader. */
  seen?: boolean | undefined
}

/** How the reader is shown spoilers of a film: their choice, what they have seen, and what they wrote themselves. */
export function useSpoilerState({ filmId, authorId, seen = false }: Written): SpoilerState {
  const member = useMember()
  const mark = useFilmMark(filmId)
  const choice = member?.spoilers ?? defaultSpoilers
  if (choice === 'open' || (member !== null && member._id === authorId)) return 'open'
  return choice === 'seen' && (seen || mark.seen) ? 'seen' : 'closed'
}

interface SpoilersProps {
  state: SpoilerState
  /** What it is as long as it is closed; a button that opens it where that is left out. */
  closed?: ReactNode
  children: ReactNode
}

/** What is hidden is not in the document, so that nothing reads it aloud or finds it. */
export function Spoilers({ state, closed, children }: SpoilersProps) {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState(false)
  if (state === 'open') return children
  const button = closed ?? <ClosedSpoilers>{children}</ClosedSpoilers>
  if (state === 'closed') return button
  if (hidden)
    return (
      <div ref={takeFocus} tabIndex={-1} className={styles.shown}>
        {button}
      </div>
    )
  return (
    <div className={styles.shown}>
      <p className={styles.seen}>
        {t('review.spoilerSeen')}
        <button type="button" className={link.link} onClick={() => setHidden(true)}>
          {t('review.spoilerHide')}
        </button>
      </p>
      {children}
    </div>
  )
}

/** Opened by a press, and where it was left open it stays so. */
function ClosedSpoilers({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  return shown ? (
    <div ref={takeFocus} tabIndex={-1} className={styles.shown}>
      {children}
    </div>
  ) : (
    <SpoilerButton whole onShow={() => setShown(true)} />
  )
}

export function SpoilerButton({ whole = false, onShow }: { whole?: boolean; onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={classNames(styles.show, whole && styles.whole)} onClick={onShow}>
      {whole ? <EyeOff aria-hidden="true" size={18} /> : null}
      {t('review.spoilerShow')}
    </button>
  )
}
