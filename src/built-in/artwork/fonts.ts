import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The two faces of drawn text, as TrueType files: resvg cannot load woff2. Alexandria 800 sets titles and
 * initials, Rubik 500 credits.
 */
const { resolve } = createRequire(import.meta.url)

export const titleFontFile = resolve('@expo-google-fonts/alexandria/800ExtraBold/Alexandria_800ExtraBold.ttf')

export const creditFontFile = resolve('@expo-google-fonts/rubik/500Medium/Rubik_500Medium.ttf')

export type FontMetrics = {
  /** Whether the font has a glyph of its own for the code point. */
  has(codePoint: number): boolean
  /**
   * The width of `text` in ems: the sum of its glyphs' advances. Kerning and the joined forms of Arabic are
   * left out; both make a line narrower, so a line that fits by this measure fits when drawn.
   */
  width(text: string): number
}

/**
 * Reads the advances of a TrueType file: tables `head`, `hhea`, `hmtx` and a format 4 `cmap` (OpenType 1.9).
 * @throws Error when the file has no such table
 */
function readFontMetrics(file: Buffer): FontMetrics {
  const table = (tag: string) => {
    const count = file.readUInt16BE(4)
    for (let entry = 12; entry < 12 + count * 16; entry += 16) {
      if (file.toString('latin1', entry, entry + 4) === tag) return file.readUInt32BE(entry + 8)
    }
    throw new Error(`The font has no table ${tag}`)
  }
  const unitsPerEm = file.readUInt16BE(table('head') + 18)
  const advanceCount = file.readUInt16BE(table('hhea') + 34)
  const advances = table('hmtx')
  const glyphs = glyphIndex(file, table('cmap'))
  const advance = (glyph: number) => file.readUInt16BE(advances + Math.min(glyph, advanceCount - 1) * 4)
  return {
    has: (codePoint) => glyphs(codePoint) !== 0,
    width: (text) => {
      let units = 0
      for (const character of text) units += advance(glyphs(character.codePointAt(0) ?? 0))
      return units / unitsPerEm
    },
  }
}

function glyphIndex(file: Buffer, cmap: number): (codePoint: number) => number {
  const count = file.readUInt16BE(cmap + 2)
  let found: number | undefined
  for (let record = cmap + 4; record < cmap + 4 + count * 8; record += 8) {
    const subtable = cmap + file.readUInt32BE(record + 4)
    if (file.readUInt16BE(subtable) === 4) found = subtable
  }
  if (found === undefined) throw new Error('The font has no character map of format 4')
  const map = found
  const segmentBytes = file.readUInt16BE(map + 6)
  const ends = map + 14
  const starts = ends + segmentBytes + 2
  const deltas = starts + segmentBytes
  const offsets = deltas + segmentBytes
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    let segment = 0
    while (segment < segmentBytes && file.readUInt16BE(ends + segment) < codePoint) segment += 2
    if (segment >= segmentBytes) return 0
    const start = file.readUInt16BE(starts + segment)
    if (start > codePoint) return 0
    const delta = file.readUInt16BE(deltas + segment)
    const offset = file.readUInt16BE(offsets + segment)
    if (offset === 0) return (codePoint + delta) & 0xffff
    const glyph = file.readUInt16BE(offsets + segment + offset + (codePoint - start) * 2)
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

export const titleFont: FontMetrics = readFontMetrics(readFileSync(titleFontFile))

export const creditFont: FontMetrics = readFontMetrics(readFileSync(creditFontFile))
