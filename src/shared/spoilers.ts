interface TextPart {
  text: string
  /** Where in the whole text it begins. */
  start: number
  /** To be shown on request only. */
  spoiler: boolean
}

const mark = '||'

/**
 * Splits a text at its `||spoilers||`, in linear time. A mark without a partner
 * and marks around nothing stay what they are; the parts joined give the text without the marks of spoilers.
 */
export function spoilerParts(text: string): TextPart[] {
  const pieces = text.split(mark)
  const parts: TextPart[] = []
  let plain = ''
  let start = 0
  const flush = () => {
    if (plain !== '') parts.push({ text: plain, start, spoiler: false })
    start += plain.length
    plain = ''
  }
  for (const [at, piece] of pieces.entries()) {
    const isInside = at % 2 === 1
    const isClosed = at < pieces.length - 1
    if (!isInside) plain += piece
    else if (!isClosed) plain += mark + piece
    else if (piece.trim() === '') plain += mark + piece + mark
    else {
      flush()
      parts.push({ text: piece, start: start + mark.length, spoiler: true })
      start += piece.length + 2 * mark.length
    }
  }
  flush()
  return parts
}

/** The text with `marker` in the place of each of its spoilers. */
export function withoutSpoilers(text: string, marker: string): string {
  return spoilerParts(text)
    .map((part) => (part.spoiler ? marker : part.text))
    .join('')
}
