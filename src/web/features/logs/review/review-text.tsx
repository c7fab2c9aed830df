import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { emphasisParts, type Emphasis } from '#shared/emphasis.ts'
import { firstWords, realReview } from '#shared/review-text.ts'
import { spoilerParts, withoutSpoilers } from '#shared/spoilers.ts'
import { takeFocus } from '#web/ui/focus.ts'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { SpoilerButton, Spoilers, useSpoilerState } from './spoilers.tsx'
import styles from './review-text.module.css'

interface WrittenLog {
  tmdbId: number
  user: { _id: string }
  review: string
  reviewEmphasis?: number[] | undefined
  /** The whole text is a spoiler. */
  spoilers: boolean
}

interface ReviewTextProps {
  log: WrittenLog
  /** Six lines and a button for the rest. */
  clamp?: boolean
  /** With `clamp`: another number of lines. */
  lines?: number
  /** The reader is known to have seen the film, before their marks are. */
  seen?: boolean
}

/**
 * What the author wrote; nothing where that is only a placeholder for media. Spoilers, the whole text or parts
 * of it, are not in the document until they are asked for, or their reader has seen the film.
 */
export function ReviewText({ log, clamp = false, lines, seen }: ReviewTextProps) {
  const text = realReview(log.review)
  const state = useSpoilerState({ filmId: log.tmdbId, authorId: log.user._id, seen })
  if (text === '') return null
  const written = { text, emphasis: log.reviewEmphasis ?? [], clamp, lines }
  const closed = <Text {...written} />
  if (!log.spoilers && spoilerParts(text).every((part) => !part.spoiler)) return closed
  return (
    // Another text is hidden again.
    <Spoilers key={text} state={state} {...(!log.spoilers && { closed })}>
      <Text {...written} open />
    </Spoilers>
  )
}

interface TextProps {
  text: string
  emphasis: Emphasis
  clamp: boolean
  lines: number | undefined
  /** The reader asked to see the spoilers. */
  open?: boolean
}

function Text({ text, emphasis, clamp, lines, open = false }: TextProps) {
  const { t } = useTranslation()
  const parts = spoilerParts(text).map((part) =>
    part.spoiler && !open ? (
      <Spoiler key={`${part.start}:${part.text}`} text={part.text} />
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

interface ReviewExcerptProps {
  log: WrittenLog
  words: number
  className?: string | undefined
}

/** The first words of a review, with a marker for what is a spoiler and closed. For where nothing can be pressed. */
export function ReviewExcerpt({ log, words, className }: ReviewExcerptProps) {
  const { t } = useTranslation()
  const state = useSpoilerState({ filmId: log.tmdbId, authorId: log.user._id })
  const marker = t('review.spoilerMarker')
  const text = realReview(log.review)
  if (text === '') return null
  const plain = spoilerParts(text)
    .map((part) => part.text)
    .join('')
  const closed = log.spoilers ? marker : firstWords(withoutSpoilers(text, marker), words)
  return (
    <span className={className} dir="auto">
      {state === 'closed' ? closed : firstWords(plain, words)}
    </span>
  )
}
