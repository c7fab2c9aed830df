/** Review texts that stand for "only media". Accepted, never shown. */
const placeholders = new Set(['__media__', '[GIF ONLY]', '[IMAGE ONLY]'])

/** The text a reader sees: placeholders and blanks become the empty string. */
export function realReview(review: string | null | undefined): string {
  const text = (review ?? '').trim()
  return placeholders.has(text) ? '' : text
}

/** A review as forms hold and send it: browsers write other ends of lines than some programs and exports. */
const asInForms = (review: string) => realReview(review).replaceAll(/\r\n?/g, '\n')

/**
 * Whether a review would take the place of another one than it was written over. A call that is repeated takes that of its
 * own; without `before` nobody asks.
 */
export function isOverwritten(current: string, before: string | undefined, review: string | undefined) {
  if (before === undefined || review === undefined) return false
  const now = asInForms(current)
  return now !== asInForms(before) && now !== asInForms(review)
}

/** The first `count` words, with an ellipsis when something was left out. */
export function firstWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/)
  if (words.length <= count) return text.trim()
  // A full stop before the ellipsis would look like four dots.
  return `${words
    .slice(0, count)
    .join(' ')
    .replace(/[\s.,،;؛:…–—-]+$/u, '')}…`
}
