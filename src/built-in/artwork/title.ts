import type { FontMetrics } from '#built-in/artwork/fonts.ts'

/** How a title is set on a poster of 1000 × 1500. */
export type TitleLayout = {
  lines: string[]
  /** Font size in user units. */
  size: number
  /** Distance between baselines in ems. */
  leading: number
  rightToLeft: boolean
  /** The width of the widest line, and the distance from the first line's top to the last baseline. */
  width: number
  height: number
}

export type TitleLimits = {
  width: number
  height: number
  lines: number
  /** Font size in user units. */
  smallest: number
  /** Of left-to-right titles, in ems. */
  leading: number
  upperCase: boolean
}

export const titleLimits: TitleLimits = {
  width: 840,
  height: 560,
  lines: 4,
  smallest: 44,
  leading: 0.98,
  upperCase: true,
}

const sizeStep = 4

/** A part of a title that is never broken, and whether a space parts it from the one before. */
type Piece = { text: string; spaced: boolean }

/**
 * The largest setting of `title`, from `largest` down in steps of 4, that keeps within the limits; its
 * lines are then balanced by shrinking the wrap width. What cannot fit at the smallest size is cut with an
 * ellipsis. Characters the font lacks are replaced by near ones or left out, so `lines` may be empty.
 */
export function layoutTitle(
  title: string,
  font: FontMetrics,
  largest: number,
  limits: TitleLimits = titleLimits,
): TitleLayout {
  const shown = printable(title, font)
  const rightToLeft = /\p{Script=Arabic}/u.test(shown)
  const leading = rightToLeft ? 1.22 : limits.leading
  const pieces = piecesOf(rightToLeft || !limits.upperCase ? shown : printable(shown.toUpperCase(), font))
  const finish = (lines: string[], size: number): TitleLayout => ({
    lines,
    size,
    leading,
    rightToLeft,
    width: Math.max(0, ...lines.map((text) => font.width(text) * size)),
    height: lines.length === 0 ? 0 : (0.74 + (lines.length - 1) * leading) * size,
  })
  for (let size = largest; size >= limits.smallest; size -= sizeStep) {
    const lines = wrap(pieces, font, limits.width / size)
    if (lines !== null && lines.length <= limits.lines && lines.length * leading * size <= limits.height)
      return finish(balance(pieces, font, limits.width / size, lines), size)
  }
  return finish(truncate(pieces, font, limits), limits.smallest)
}

/** `text` with every character the font can draw; ligatures, numerals and accents give way where it must. */
export function printable(text: string, font: FontMetrics): string {
  let shown = ''
  for (const character of text.normalize('NFC').replace(/[\s\p{Zs}]+/gu, ' ')) {
    if (/[\p{Cc}\p{Cf}]/u.test(character)) continue
    const compatible = character.normalize('NFKC')
    const bare = character.normalize('NFKD').replace(/\p{M}/gu, '')
    const choices = [character, compatible.replaceAll('⁄', '/'), bare]
    shown +=
      choices.find((choice) => Array.from(choice).every((part) => font.has(part.codePointAt(0) ?? 0))) ?? ''
  }
  return shown.replace(/ +/g, ' ').trim()
}

/** Words, where one or two letters stay with the word after them; long compounds may break at their hyphens. */
function piecesOf(text: string): Piece[] {
  const words = text.split(' ').filter((word) => word !== '')
  const glued: string[] = []
  for (const word of words) {
    const before = glued.at(-1)
    if (before !== undefined && Array.from(before).length <= 2) glued.splice(-1, 1, `${before}\u00a0${word}`)
    else glued.push(word)
  }
  // A last line of a lone numeral or article reads as a mistake.
  const last = glued.at(-1) ?? ''
  if (glued.length > 1 && Array.from(last).length <= 2) glued.splice(-2, 2, `${glued.at(-2)}\u00a0${last}`)
  return glued.flatMap((word) => {
    const parts = Array.from(word).length > 12 ? word.split(/(?<=[-–—/]|\u2026)(?=.)/u) : [word]
    return parts.map((part, index) => ({ text: part, spaced: index === 0 }))
  })
}

/** Greedy lines no wider than `ems`, or null when a single piece is wider. */
function wrap(pieces: readonly Piece[], font: FontMetrics, ems: number): string[] | null {
  const lines: string[] = []
  let current = ''
  for (const piece of pieces) {
    if (font.width(piece.text) > ems) return null
    const joined = current === '' ? piece.text : `${current}${piece.spaced ? ' ' : ''}${piece.text}`
    if (font.width(joined) <= ems) current = joined
    else {
      lines.push(current)
      current = piece.text
    }
  }
  if (current !== '') lines.push(current)
  return lines
}

function balance(pieces: readonly Piece[], font: FontMetrics, ems: number, lines: string[]): string[] {
  let [tooNarrow, wide, best] = [0, ems, lines]
  while (wide - tooNarrow > 0.05) {
    const middle = (tooNarrow + wide) / 2
    const attempt = wrap(pieces, font, middle)
    if (attempt !== null && attempt.length <= lines.length) [wide, best] = [middle, attempt]
    else tooNarrow = middle
  }
  return best
}

function truncate(pieces: readonly Piece[], font: FontMetrics, limits: TitleLimits): string[] {
  const ems = limits.width / limits.smallest
  const cut = (text: string) => {
    let kept = Array.from(text)
    while (kept.length > 0 && font.width(`${kept.join('')}…`) > ems) kept = kept.slice(0, -1)
    return `${kept.join('').trimEnd()}…`
  }
  const narrow = pieces.map((piece) =>
    font.width(piece.text) > ems ? { ...piece, text: cut(piece.text) } : piece,
  )
  const lines = wrap(narrow, font, ems) ?? []
  if (lines.length <= limits.lines) return lines
  const kept = lines.slice(0, limits.lines)
  return [...kept.slice(0, -1), cut(kept.at(-1) ?? '')]
}
