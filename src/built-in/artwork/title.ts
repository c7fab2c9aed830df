import { titleFont, type FontMetrics } from '#built-in/artwork/fonts.ts'

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

/** In ems. Arabic reaches higher and lower than Latin letters do. */
const arabicLeading = 1.25

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
  return fitTitle(title, font, largest, limits) ?? cutTitle(title, font, limits)
}

/** The setting of a title over a rule; `largest` is for Latin letters. */
export function layoutPosterTitle(title: string, largest: number): TitleLayout {
  return isArabic(title)
    ? layoutTitle(title, titleFont, 150, { ...titleLimits, smallest: 72 })
    : layoutTitle(title, titleFont, largest)
}

/** Alone on a small poster, where letters of less than 120 could not be read. */
const smallLimits: TitleLimits = { ...titleLimits, width: 900, smallest: 120 }

/**
 * The setting of a title for small posters: as large as can be, without its last part where the whole would be
 * small, and in its own case where a word is too long for capitals.
 */
export function layoutSmallTitle(title: string): TitleLayout {
  if (isArabic(title)) {
    const limits = { ...smallLimits, smallest: 140 }
    const short = withoutPart(title, /(?:: | – | -| \().*$/u)
    return (
      fitTitle(title, titleFont, 200, limits) ??
      layoutTitle(short, titleFont, 200, hasWideWord(short, limits) ? { ...limits, smallest: 100 } : limits)
    )
  }
  const shorter = withoutPart(title, / (?:– |-|\().*$/u)
  const short = withoutPart(title, /(?:: | – | -| \().*$/u)
  return (
    fitTitle(title, titleFont, 220, { ...smallLimits, smallest: 128 }) ??
    fitTitle(shorter, titleFont, 220, smallLimits) ??
    fitTitle(short, titleFont, 220, smallLimits) ??
    layoutTitle(short, titleFont, 220, { ...smallLimits, smallest: 100, upperCase: false })
  )
}

/** Whether one of its words alone is too wide for the limits, so that it would be cut in the middle. */
const hasWideWord = (title: string, { width, smallest }: TitleLimits) =>
  piecesOf(printable(title, titleFont)).some(({ text }) => titleFont.width(text) * smallest > width)

/** Which part of a series a film is. */
const sequel = /(?:\b(?:part|chapter|episode|volume|vol\.)\s+)?\b(?:\d+|[ivx]+|one|two|three|four|five)\)?$/iu

/** The title as far as the part, and the number that the part ends with. */
function withoutPart(title: string, part: RegExp): string {
  const rest = part.exec(title)?.[0] ?? ''
  const number = sequel.exec(rest)?.[0].replace(')', '').replaceAll(' ', '\u00a0')
  const head = title.slice(0, title.length - rest.length)
  return number === undefined ? head : `${head} ${number}`
}

const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text)

/** The text as it is set: Latin titles in capitals where the limits say so. */
function settingOf(title: string, font: FontMetrics, limits: TitleLimits) {
  const shown = printable(title, font)
  const rightToLeft = isArabic(shown)
  const leading = rightToLeft ? arabicLeading : limits.leading
  const pieces = piecesOf(rightToLeft || !limits.upperCase ? shown : printable(shown.toUpperCase(), font))
  const finish = (lines: string[], size: number): TitleLayout => ({
    lines,
    size,
    leading,
    rightToLeft,
    width: Math.max(0, ...lines.map((text) => font.width(text) * size)),
    height: lines.length === 0 ? 0 : (0.74 + (lines.length - 1) * leading) * size,
  })
  return { pieces, leading, finish }
}

/** Null when it does not fit at the smallest size. */
function fitTitle(
  title: string,
  font: FontMetrics,
  largest: number,
  limits: TitleLimits,
): TitleLayout | null {
  const { pieces, leading, finish } = settingOf(title, font, limits)
  for (let size = largest; size >= limits.smallest; size -= sizeStep) {
    const lines = wrap(pieces, font, limits.width / size)
    if (lines !== null && lines.length <= limits.lines && lines.length * leading * size <= limits.height)
      return finish(balance(pieces, font, limits.width / size, lines), size)
  }
  return null
}

function cutTitle(title: string, font: FontMetrics, limits: TitleLimits): TitleLayout {
  const { pieces, leading, finish } = settingOf(title, font, limits)
  const lines = Math.min(limits.lines, Math.floor(limits.height / (leading * limits.smallest)))
  return finish(truncate(pieces, font, { ...limits, lines }), limits.smallest)
}

/** `text` with every character the font can draw; ligatures, numerals and accents give way where it must. */
export function printable(text: string, font: FontMetrics): string {
  let shown = ''
  for (const character of text
    .normalize('NFC')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/ (?=[:;?!»])/g, '\u00a0')) {
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
