/**
 * Where a text is emphasised: beginnings and ends in turn, in UTF-16 units, ascending. Kept beside the text, which stays
 * plain.
 */
export type Emphasis = readonly number[]

/** Signs that no text has: Unicode keeps them for use within programs. */
const marks = { begin: '\ufdd0', end: '\ufdd1' }
const anyMark = /[\ufdd0\ufdd1]/g

export const withoutMarks = (text: string): string => text.replaceAll(anyMark, '')

/** Marks a part as emphasised. */
export const markEmphasis = (text: string): string => marks.begin + text + marks.end

/** A text between whose marks is emphasis, and around which are no blanks then. */
export function readEmphasis(marked: string): { text: string; emphasis: number[] } {
  const emphasis: number[] = []
  let text = ''
  let depth = 0
  for (const piece of marked.split(/([\ufdd0\ufdd1])/)) {
    if (piece === marks.begin) {
      if (depth++ === 0) emphasis.push(text.length)
    } else if (piece === marks.end) {
      if (depth > 0 && --depth === 0) emphasis.push(text.length)
    } else text += piece
  }
  if (depth > 0) emphasis.push(text.length)
  const blanks = text.length - text.trimStart().length
  const trimmed = text.trim()
  return {
    text: trimmed,
    emphasis: soundEmphasis(
      trimmed,
      emphasis.map((at) => at - blanks),
    ),
  }
}

/** What of it a text can have: pairs within it, of one character at least, each behind the one before. */
export function soundEmphasis(text: string, given: Emphasis): number[] {
  const sound: number[] = []
  for (let at = 0; at + 1 < given.length; at += 2) {
    const begin = Math.max(given[at] ?? 0, sound.at(-1) ?? 0)
    const end = Math.min(given[at + 1] ?? 0, text.length)
    if (Number.isInteger(begin) && Number.isInteger(end) && end > begin) sound.push(begin, end)
  }
  return sound
}

interface EmphasisPart {
  text: string
  /** Where in the whole text it begins. */
  start: number
  isEmphasised: boolean
}

/** The parts of a piece of a text that begins at `start` of it; joined they give the piece. */
export function emphasisParts(piece: string, emphasis: Emphasis, start = 0): EmphasisPart[] {
  const parts: EmphasisPart[] = []
  let at = 0
  const take = (end: number, { isEmphasised }: Pick<EmphasisPart, 'isEmphasised'>) => {
    if (end > at) parts.push({ text: piece.slice(at, end), start: start + at, isEmphasised })
    at = Math.max(at, end)
  }
  for (let pair = 0; pair + 1 < emphasis.length; pair += 2) {
    take(Math.min((emphasis[pair] ?? 0) - start, piece.length), { isEmphasised: false })
    take(Math.min((emphasis[pair + 1] ?? 0) - start, piece.length), { isEmphasised: true })
  }
  take(piece.length, { isEmphasised: false })
  return parts
}
