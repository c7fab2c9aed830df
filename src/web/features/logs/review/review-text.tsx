import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { emphasisParts, type Emphasis } from '#shared/emphasis.ts'
import { firstWords, realReview } from '#shared/review-text.ts'
import { spoilerParts, withoutSpoilers } from '#shared/spoilers.ts'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './review-text.module.css'

interface WrittenLog {
  review: string
  reviewEmphasis?: number[] | undefined
  /** The whole text is a spoiler. */
  spoilers: boolean
}

interface ReviewTextProps {
  log: WrittenLog
  /** Six lines and a button for the rest. */
  clamp?: boolean
  /** Where it is clamped: another number of lines. */
  lines?: number
  /** The reader has seen the film: nothing is given away. The text is whole then. */
  seen?: boolean
}

/**
 * What the author wrote; nothing where that is only a placeholder for media. Spoilers, the whole text or parts
 * of it, are not in the document until they are asked for, or their reader has seen the film.
 */
export function ReviewText({ log, clamp = false, lines, seen = false }: ReviewTextProps) {
  const text = realReview(log.review)
  if (text === '') return null
  if (seen && (log.spoilers || spoilerParts(text).some((part) => part.spoiler)))
    return <SeenText key={text} log={log} text={text} />
  const emphasis = log.reviewEmphasis ?? []
  // Another text is hidden again.
  return log.spoilers ? (
    <HiddenText key={text} text={text} emphasis={emphasis} clamp={clamp} lines={lines} />
  ) : (
    <Text key={text} text={text} emphasis={emphasis} clamp={clamp} lines={lines} />
  )
}

interface TextProps {
  text: string
  emphasis: Emphasis
  clamp: boolean
  lines: number | undefined
  /** Its spoilers were asked for. */
  open?: boolean
}

function Text({ text, emphasis, clamp, lines, open = false }: TextProps) {
  const { t } = useTranslation()
  const parts = spoilerParts(text).map((part) =>
    part.spoiler && !open ? (
      <Spoiler key={part.start} text={part.text} />
    ) : (
      emphasisParts(part.text, emphasis, part.start).map((piece) =>
        piece.isEmphasised ? <em key={piece.start}>{piece.text}</em> : piece.text,
      )
    ),
  )
  return clamp ? (
    <ClampedText text={text} lines={lines} moreLabel={t('common.readMore')} lessLabel={t('review.readLess')}>
      {parts}
    </ClampedText>
  ) : (
    <p className={styles.text} dir="auto">
      {parts}
    </p>
  )
}

/** Open from the beginning, until it is hidden after all. */
function SeenText({ log, text }: { log: WrittenLog; text: string }) {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState(false)
  if (hidden)
    return (
      <div ref={takeFocus} tabIndex={-1} className={styles.shown}>
        <ReviewText log={log} />
      </div>
    )
  return (
    <div className={styles.shown}>
      <p className={styles.seen}>
        {t('review.spoilerSeen')}
        <button type="button" className={styles.hide} onClick={() => setHidden(true)}>
          {t('review.spoilerHide')}
        </button>
      </p>
      <Text text={text} emphasis={log.reviewEmphasis ?? []} clamp={false} lines={undefined} open />
    </div>
  )
}

function HiddenText({ text, emphasis, clamp, lines }: TextProps) {
  const [shown, setShown] = useState(false)
  return shown ? (
    <div ref={takeFocus} tabIndex={-1} className={styles.shown}>
      <Text text={text} emphasis={emphasis} clamp={clamp} lines={lines} open />
    </div>
  ) : (
    <SpoilerButton whole onShow={() => setShown(true)} />
  )
}

function Spoiler({ text }: { text: string }) {
  const [shown, setShown] = useState(false)
  return shown ? (
    <span ref={takeFocus} tabIndex={-1} className={styles.part}>
      {text}
    </span>
  ) : (
    // Isolated: the label must not decide the direction of the member's text.
    <bdi>
      <SpoilerButton onShow={() => setShown(true)} />
    </bdi>
  )
}

/** The button is gone: what it showed has the focus in its place. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

function SpoilerButton({ whole = false, onShow }: { whole?: boolean; onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={classNames(styles.show, whole && styles.whole)} onClick={onShow}>
      {whole ? <EyeOff aria-hidden="true" size={18} /> : null}
      {t('review.spoilerShow')}
    </button>
  )
}

interface ReviewExcerptProps {
  log: WrittenLog
  words: number
  className?: string | undefined
}

/** The first words of a review, with a marker for what is a spoiler. For where nothing can be pressed. */
export function ReviewExcerpt({ log, words, className }: ReviewExcerptProps) {
  const { t } = useTranslation()
  const marker = t('review.spoilerMarker')
  const text = realReview(log.review)
  if (text === '') return null
  return (
    <span className={className} dir="auto">
      {log.spoilers ? marker : firstWords(withoutSpoilers(text, marker), words)}
    </span>
  )
}
