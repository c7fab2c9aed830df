import { describe, expect, it } from 'vitest'
import { oklch, paletteOf } from '#built-in/artwork/palette.ts'
import { createRandom } from '#built-in/seeded-random.ts'

/** WCAG relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

describe('the palette', () => {
  it('converts OKLCH as published', () => {
    expect(oklch(1, 0, 0)).toBe('#ffffff')
    expect(oklch(0, 0, 0)).toBe('#000000')
    expect(oklch(0.62796, 0.25768, 29.234)).toBe('#ff0000')
    expect(oklch(0.86644, 0.29483, 142.495)).toBe('#00ff00')
  })

  it('stays inside sRGB for every hue', () => {
    for (let hue = 0; hue < 360; hue += 3) expect(oklch(0.86, 0.4, hue)).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('keeps its six hues apart', () => {
    for (let seed = 0; seed < 200; seed++) {
      const tones = [0, 1, 2, 3, 4, 5].map((hue) => paletteOf(hue, createRandom(seed)).hi)
      expect(new Set(tones).size).toBe(6)
    }
  })

  it('keeps the title readable: white on the scrim has at least 4.5 to 1 over the brightest colour', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed)
      const { pop, ink } = paletteOf(seed % 6, random)
      const behind = luminance(pop) * 0.18 + luminance(ink) * 0.82
      expect(1.05 / (behind + 0.05)).toBeGreaterThan(4.5)
    }
  })
})
