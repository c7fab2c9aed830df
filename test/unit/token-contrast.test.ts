import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { oklch } from '#built-in/artwork/palette.ts'
import { hueCount } from '#shared/drawn-posters.ts'
import { hueDegrees } from '#shared/genre-hues.ts'

const css = readFileSync(new URL('../../src/web/styles/tokens.css', import.meta.url), 'utf8')

type Rgb = [number, number, number]
type Theme = 'dark' | 'light'

/** Custom properties of the rule with exactly this selector. */
function tokensOf(selector: string, sheet = css): Map<string, string> {
  const start = sheet.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`No rule ${selector}`)
  const body = sheet.slice(sheet.indexOf('{', start) + 1, sheet.indexOf('}', start))
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const selectors: Record<Theme, string> = {
  dark: "  :root,\n  [data-theme='dark']",
  light: ":where(:root),\n[data-theme='light']",
}

const themes: Record<Theme, Map<string, string>> = {
  dark: tokensOf(selectors.dark),
  light: tokensOf(selectors.light),
}

function parse(value: string): { rgb: Rgb; alpha: number } {
  const hex = /^#([0-9a-f]{6})$/i.exec(value)?.[1]
  if (hex) {
    const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
    return { rgb: [at(0), at(2), at(4)], alpha: 1 }
  }
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value)
  if (!parts) throw new Error(`Not a colour: ${value}`)
  return { rgb: [Number(parts[1]), Number(parts[2]), Number(parts[3])], alpha: Number(parts[4]) }
}

function colour(theme: Theme, name: string): Rgb {
  const value = themes[theme].get(name)
  if (value === undefined) throw new Error(`No token ${name} in ${theme}`)
  return parse(value).rgb
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(first: Rgb, second: Rgb): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['bg', 's1', 's2', 's3'] as const

/** The ratios promised on bg, s1, s2 and s3; the least any of them may be; null makes no promise. */
const table: [token: string, least: number, dark: (number | null)[], light: (number | null)[]][] = [
  ['border', 1, [1.5, 1.4, 1.3, 1.2], [1.4, 1.4, 1.3, 1.1]],
  ['control', 3, [4.4, 4.1, 3.8, 3.3], [4.2, 4.4, 3.9, 3.5]],
  ['text', 4.5, [17.8, 16.7, 15.5, 13.5], [17.4, 18.3, 16.1, 14.5]],
  ['muted', 4.5, [10.1, 9.5, 8.8, 7.7], [8.1, 8.5, 7.5, 6.7]],
  ['faint', 4.5, [6.8, 6.4, 6.0, 5.2], [6.0, 6.3, 5.5, 5.0]],
  ['accent', 3, [3.5, 3.3, 3.0, null], [6.8, 7.1, 6.3, null]],
  ['accent-text', 4.5, [9.2, 8.6, 8.0, 7.0], [7.4, 7.7, 6.8, 6.1]],
  ['focus', 3, [12.7, 12.0, 11.1, 9.7], [8.6, 9.0, 7.9, 7.1]],
  // In light the line around it carries the shape.
  ['star', 1, [12.2, 11.5, 10.7, 9.3], [1.6, 1.7, 1.5, 1.4]],
  ['star-line', 3, [null, null, null, null], [5.7, 5.9, 5.2, 4.7]],
  ['star-text', 4.5, [12.2, 11.5, 10.7, 9.3], [5.7, 5.9, 5.2, 4.7]],
  ['chart', 3, [5.8, 5.5, 5.1, 4.4], [6.1, 6.4, 5.7, 5.1]],
  ['chart-2', 3, [10.6, 9.9, 9.2, 8.0], [6.1, 6.4, 5.6, 5.1]],
  ['like', 3, [6.8, 6.4, 6.0, 5.2], [5.4, 5.7, 5.0, 4.5]],
  ['success', 4.5, [10.8, 10.2, 9.4, 8.2], [5.9, 6.2, 5.4, 4.9]],
  ['warning', 4.5, [11.2, 10.5, 9.8, 8.5], [5.9, 6.2, 5.5, 5.0]],
  ['danger', 4.5, [8.2, 7.7, 7.1, 6.2], [6.3, 6.6, 5.8, 5.2]],
  ['info', 4.5, [10.6, 9.9, 9.2, 8.0], [6.1, 6.4, 5.6, 5.1]],
]

const pairs = table.flatMap(([token, least, dark, light]) =>
  ([...dark, ...light] as (number | null)[]).flatMap((ratio, index) => {
    const surface = surfaces[index % 4]
    const theme: Theme = index < 4 ? 'dark' : 'light'
    return ratio === null || surface === undefined ? [] : [{ token, theme, surface, ratio, least }]
  }),
)

describe('token contrast', () => {
  it.each(pairs)('$theme $token on $surface is $ratio', ({ token, theme, surface, ratio, least }) => {
    const measured = contrast(colour(theme, token), colour(theme, surface))
    expect(Math.abs(measured - ratio)).toBeLessThanOrEqual(0.1)
    // The promised 3.0 of the accent is a rounded number.
    expect(measured).toBeGreaterThanOrEqual(least - 0.05)
  })

  it.each([
    ['dark', 'accent', 5.7],
    ['light', 'accent', 7.1],
    ['dark', 'danger-fill', 4.9],
    ['light', 'danger-fill', 5.8],
  ] as const)('%s: the label on %s is %d', (theme, fill, ratio) => {
    expect(Math.abs(contrast(colour(theme, 'on-fill'), colour(theme, fill)) - ratio)).toBeLessThanOrEqual(0.1)
  })

  it.each([
    ['accent-hover', 5.2],
    ['accent-press', 5.2],
    ['danger-fill-hover', 4.5],
    ['danger-fill-press', 4.5],
  ] as const)('the label on %s is at least %d in both themes', (fill, least) => {
    for (const theme of ['dark', 'light'] as const) {
      // The promise is a number rounded to one decimal.
      expect(contrast(colour(theme, 'on-fill'), colour(theme, fill))).toBeGreaterThanOrEqual(least - 0.05)
    }
  })

  it.each([
    ['dark', 7.1],
    ['light', 6.6],
  ] as const)('%s: accent-text on accent-soft is %d', (theme, ratio) => {
    const measured = contrast(colour(theme, 'accent-text'), colour(theme, 'accent-soft'))
    expect(Math.abs(measured - ratio)).toBeLessThanOrEqual(0.1)
  })

  it.each([
    ['dark', { success: 8.5, warning: 8.9, danger: 6.8, info: 8.3 }],
    ['light', { success: 5.5, warning: 5.5, danger: 5.7, info: 5.5 }],
  ] as const)('%s: every status colour on its soft fill keeps its ratio', (theme, ratios) => {
    for (const [status, ratio] of Object.entries(ratios)) {
      const measured = contrast(colour(theme, status), colour(theme, `${status}-soft`))
      expect(Math.abs(measured - ratio), status).toBeLessThanOrEqual(0.1)
    }
  })

  it('sets the light star off by its line', () => {
    expect(contrast(colour('light', 'star-line'), colour('light', 'star'))).toBeGreaterThanOrEqual(3)
  })

  it('keeps text and stars readable on the scrim over a pure white poster', () => {
    const shared = [...css.matchAll(/--(scrim|on-scrim[\w-]*):\s*([^;]+);/g)]
    const value = (name: string) => parse(shared.find((found) => found[1] === name)?.[2] ?? '')
    const scrim = value('scrim')
    expect(scrim.alpha).toBeGreaterThanOrEqual(0.72)
    const surface = scrim.rgb.map((channel) => channel * scrim.alpha + 255 * (1 - scrim.alpha)) as Rgb
    expect(Math.abs(contrast(value('on-scrim').rgb, surface) - 8.5)).toBeLessThanOrEqual(0.1)
    expect(Math.abs(contrast(value('on-scrim-star').rgb, surface) - 5.3)).toBeLessThanOrEqual(0.1)
    expect(contrast(value('on-scrim-muted').rgb, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(value('on-scrim-focus').rgb, surface)).toBeGreaterThanOrEqual(3)
  })

  it('gives every step of the heat ramp its own brightness, in order', () => {
    for (const theme of ['dark', 'light'] as const) {
      const steps = [0, 1, 2, 3, 4].map((step) => luminance(colour(theme, `heat-${step}`)))
      const sorted = steps.toSorted((a, b) => (theme === 'dark' ? a - b : b - a))
      expect(steps).toEqual(sorted)
      expect(new Set(steps).size).toBe(5)
    }
  })

  it.each([
    ['dark', 0.38, 0.1],
    ['light', 0.89, 0.06],
  ] as const)('%s: the hues are those of drawn posters, and text on them is easily read', (theme, l, c) => {
    for (let hue = 0; hue < hueCount; hue++) {
      const value = themes[theme].get(`hue-${hue}`) ?? ''
      expect(value).toBe(oklch(l, c, hueDegrees(hue)))
      expect(contrast(colour(theme, 'text'), parse(value).rgb)).toBeGreaterThanOrEqual(7)
    }
  })

  it('defines the same colours in both themes', () => {
    expect([...themes.light.keys()].toSorted()).toEqual([...themes.dark.keys()].toSorted())
  })
})
