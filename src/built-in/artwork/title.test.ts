import { Resvg } from '@resvg/resvg-js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { titleFont, titleFontFile } from '#built-in/artwork/fonts.ts'
import {
  layoutPosterTitle,
  layoutSmallTitle,
  layoutTitle,
  printable,
  titleLimits,
} from '#built-in/artwork/title.ts'

/** The inked width of a line as resvg draws it. */
function drawnWidth(text: string, size: number): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400"><text x="200" y="250" font-family="Alexandria" font-weight="800" font-size="${size}">${text}</text></svg>`
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [titleFontFile] } })
  return drawing.getBBox()?.width ?? 0
}

const titles = [
  'Joker',
  'The Godfather',
  'Amélie',
  'Extraterrestrial',
  'AVATAR TOFFEE WAVE',
  'The Assassination of Jesse James by the Coward Robert Ford',
  'وجدة',
  'بركة يقابل بركة',
  'سيدة البحر والليلة الأخيرة من صيف طويل',
  'شمس المعارف',
]

describe('the setting of titles', () => {
  it.each(titles)('never measures %s narrower than it is drawn', (title) => {
    const { lines, size, width } = layoutTitle(title, titleFont, 168)
    for (const line of lines) {
      const drawn = drawnWidth(line, size)
      expect(drawn).toBeGreaterThan(0)
      expect(drawn).toBeLessThanOrEqual(width + 1)
      expect(drawn).toBeLessThanOrEqual(titleLimits.width)
    }
  })

  it('keeps any title within its limits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.constantFrom(168, 190),
        (title, largest) => {
          const { lines, size, width, leading } = layoutTitle(title, titleFont, largest)
          expect(width).toBeLessThanOrEqual(titleLimits.width)
          expect(lines.length).toBeLessThanOrEqual(titleLimits.lines)
          expect(lines.length * leading * size).toBeLessThanOrEqual(titleLimits.height)
        },
      ),
    )
  })

  it('cuts what cannot fit with an ellipsis', () => {
    const word = layoutTitle('W'.repeat(200), titleFont, 168)
    expect(word.lines).toHaveLength(1)
    expect(word.lines[0]).toMatch(/^W+…$/)
    const words = layoutTitle('wonderful '.repeat(60), titleFont, 168)
    expect(words.lines).toHaveLength(4)
    expect(words.lines[3]).toMatch(/…$/)
  })

  it('sets short titles large, in upper case, and long ones in balanced lines', () => {
    expect(layoutTitle('Alien', titleFont, 168)).toMatchObject({ lines: ['ALIEN'], size: 168 })
    const { lines } = layoutTitle('The Chronicles of Narnia: The Voyage of the Dawn Treader', titleFont, 168)
    const widths = lines.map((line) => titleFont.width(line))
    expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) * 0.6)
  })

  it('keeps short words with their neighbours', () => {
    expect(layoutTitle('Scream 4', titleFont, 168).lines).toEqual(['SCREAM\u00a04'])
    for (const line of layoutTitle('The Lord of the Rings: The Return of the King', titleFont, 168).lines) {
      expect(line).not.toMatch(/(^|\s)OF$/)
    }
  })

  it('sets Arabic without upper case and with more leading', () => {
    expect(layoutTitle('وجدة', titleFont, 168)).toMatchObject({ rightToLeft: true, leading: 1.25 })
  })

  it('leaves the last part of a long Arabic title out on small posters', () => {
    expect(layoutSmallTitle('سيد الخواتم: عودة الملك').lines.join(' ')).toBe('سيد الخواتم')
    expect(layoutSmallTitle('وجدة: قصة').lines.join(' ')).toBe('وجدة: قصة')
  })

  it.each([
    ['المنتقمون: حرب اللانهاية', 'المنتقمون'],
    ['متروبوليس', 'متروبوليس'],
    ['ضائع في الترجمة', 'ضائع في\u00a0الترجمة'],
  ])('sets %s smaller rather than cutting a word of it off', (title, shown) => {
    expect(layoutSmallTitle(title).lines.join(' ')).toBe(shown)
    expect(layoutSmallTitle(title).size).toBeGreaterThanOrEqual(100)
  })

  it.each([
    'كلمة طويلة Wort für Wort Слова 言葉 '.repeat(20).slice(0, 500),
    'ا'.repeat(500),
    '言'.repeat(500),
    `\u2067${'א ب c'.repeat(100)}\u2069`,
  ])('keeps 500 characters of any scripts within bounds (%#)', (title) => {
    for (const { lines, width, size, leading } of [
      layoutPosterTitle(title, 168),
      layoutPosterTitle(title, 190),
      layoutSmallTitle(title),
    ]) {
      expect(width).toBeLessThanOrEqual(900)
      expect(lines.length * size * leading).toBeLessThanOrEqual(560)
      expect(lines.join('').length).toBeLessThan(200)
    }
  })

  it('sets Arabic in sizes of its own', () => {
    expect(layoutPosterTitle('وجدة', 168)).toMatchObject({ size: 150, lines: ['وجدة'] })
    expect(layoutSmallTitle('وجدة')).toMatchObject({ size: 200 })
    expect(layoutSmallTitle('سيدة البحر والليلة الأخيرة من صيف طويل').size).toBeGreaterThanOrEqual(140)
  })

  it.each([
    ['Alien', ['ALIEN']],
    ['The Lord of the Rings: The Fellowship of the Ring', ['THE LORD', 'OF THE', 'RINGS']],
    ['The Hunger Games: Mockingjay - Part 2', ['THE HUNGER', 'GAMES:', 'MOCKINGJAY', 'PART 2']],
    ['Frankenstein', ['Frankenstein']],
  ])('sets %s on a small poster so that it can be read', (title, lines) => {
    const set = layoutSmallTitle(title)
    expect(set.lines.map((line) => line.replaceAll('\u00a0', ' '))).toEqual(lines)
    expect(set.size).toBeGreaterThanOrEqual(100)
  })

  it('keeps any title of a small poster large and inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const { lines, size, width, leading } = layoutSmallTitle(title)
        expect(size).toBeGreaterThanOrEqual(100)
        expect(width).toBeLessThanOrEqual(900)
        expect(lines.length * leading * size).toBeLessThanOrEqual(560)
      }),
    )
  })

  it('spells what the font lacks', () => {
    expect(printable('Rocky Ⅳ', titleFont)).toBe('Rocky IV')
    expect(printable('33⅓ Days', titleFont)).toMatch(/^33(⅓|1[/⁄]3) Days$/)
    expect(printable('Ủy 🎬 ban', titleFont)).toMatch(/^[ỦU]y ban$/)
    expect(printable('a\u0000\u200Eb\n c', titleFont)).toBe('ab c')
  })
})
