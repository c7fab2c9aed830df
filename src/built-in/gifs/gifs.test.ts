import { createHash } from 'node:crypto'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { titleFont, titleFontFile } from '#built-in/artwork/fonts.ts'
import { gifSvg } from '#built-in/gifs/frames.ts'
import { gifMoods, gifPack, packGif } from '#built-in/gifs/pack.ts'
import { frameCount } from '#built-in/gifs/timing.ts'
import { createRenderer } from '#built-in/artwork/render.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
/** A few of each mood, backdrop and character. */
const some = gifPack.filter((_, index) => index % 9 === 0)

describe('the pack', () => {
  test('has 5 moods with 20 GIFs each, of 20 characters', () => {
    expect(gifPack).toHaveLength(100)
    expect(new Set(gifPack.map((gif) => gif.id)).size).toBe(100)
    for (const mood of gifMoods) {
      const ofMood = gifPack.filter((gif) => gif.mood === mood)
      expect(new Set(ofMood.map((gif) => gif.character)).size).toBe(20)
      expect(new Set(ofMood.map((gif) => gif.word)).size).toBe(20)
    }
  })

  test('uses every backdrop and expression, and never the same twice in a row', () => {
    expect(new Set(gifPack.map((gif) => gif.backdrop)).size).toBe(4)
    expect(new Set(gifPack.map((gif) => gif.expression)).size).toBe(21)
    const twins = gifPack.filter((gif, index) => {
      const before = gifPack[index - 1]
      return before?.mood === gif.mood && before.expression === gif.expression
    })
    expect(twins).toEqual([])
  })

  test('has titles in three languages, safe ids, and words that the font can draw', () => {
    for (const { id, titles, word, width } of gifPack) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/)
      expect(titles.ar).toMatch(/\p{Script=Arabic}/u)
      expect(titles.en).toMatch(/^[\p{Script=Latin}\p{P}\d\s]+$/u)
      expect(titles.fr).toMatch(/^[\p{Script=Latin}\p{P}\d\s]+$/u)
      expect(width).toBe(200)
      const shown = Array.from(word.toUpperCase())
      expect([word, shown.every((letter) => titleFont.has(letter.codePointAt(0) ?? 0))]).toEqual([word, true])
    }
  })

  test('knows its own by id only', () => {
    expect(packGif('sad-cat')?.titles.en).toBe('Sad cat: No')
    expect(packGif('sad-dog')).toBeNull()
    expect(packGif('constructor')).toBeNull()
  })
})

describe('the drawings', () => {
  // A changed hash means a changed look of every installation's GIFs: raise the seed's version with it.
  test('never change between runs', () => {
    const drawn = gifMoods.map((mood) => [
      mood,
      hash(
        gifPack
          .filter((gif) => gif.mood === mood)
          .map((gif) => gifSvg(gif, false))
          .join(''),
      ),
    ])
    expect(Object.fromEntries(drawn)).toMatchInlineSnapshot(`
      {
        "celebrating": "992a3c038fc41cc6",
        "laughing": "3a03485a8676b179",
        "mind-blown": "64976c7bbf8b6228",
        "sad": "1922ca7d54ef6e89",
        "trending": "6b6230bff8b144fb",
      }
    `)
  })

  test('have twelve frames that all differ, and no broken number', () => {
    for (const gif of gifPack) {
      const svg = gifSvg(gif, false)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|hsl\(|direction/)
      const frames = svg.split(/<svg y="\d+"/).slice(1)
      expect(frames).toHaveLength(frameCount)
      expect(new Set(frames).size).toBe(frameCount)
      expect(gifSvg(gif, true)).toContain(frames[0])
    }
  })

  test.each(some.map((gif) => [gif.id, gif] as const))(
    '%s is light, loops and has few colours',
    async (_, gif) => {
      const renderer = createRenderer()
      const moving = await renderer.animate(gifSvg(gif, false), gif.height)
      const still = await renderer.animate(gifSvg(gif, true), gif.height)
      expect(moving.length).toBeLessThanOrEqual(60_000)
      expect(still.length).toBeLessThanOrEqual(6000)
      const picture = sharp(moving, { pages: -1 })
      expect(await picture.metadata()).toMatchObject({
        format: 'webp',
        width: 200,
        pageHeight: gif.height,
        pages: 12,
        loop: 0,
        delay: Array(12).fill(80),
      })
      expect(await sharp(still).metadata()).toMatchObject({ format: 'webp', width: 200, height: gif.height })
      const pixels = await picture.removeAlpha().raw().toBuffer()
      const colours = new Set<number>()
      for (let at = 0; at < pixels.length; at += 3) colours.add(pixels.readUIntBE(at, 3))
      expect(colours.size).toBeLessThanOrEqual(16)
      expect(colours.size).toBeGreaterThan(8)
    },
  )

  // WCAG 2.3.1: three flashes a second; a loop takes 0.96 s. A flash is a tenth of the light to and fro.
  test.each(some.map((gif) => [gif.id, gif] as const))('%s does not flash', async (_, gif) => {
    const drawn = await renderAsync(gifSvg(gif, false), {
      fitTo: { mode: 'width', value: 50 },
      font: { loadSystemFonts: false, fontFiles: [titleFontFile] },
    })
    const { pixels, width, height } = drawn
    const frameHeight = Math.floor(height / frameCount)
    let flashing = 0
    for (let spot = 0; spot < width * frameHeight; spot++) {
      const lights = Array.from({ length: frameCount }, (_, index) => {
        const at = (spot + Math.round((index * height) / frameCount) * width) * 4
        return (
          light(pixels[at] ?? 0) * 0.2126 +
          light(pixels[at + 1] ?? 0) * 0.7152 +
          light(pixels[at + 2] ?? 0) * 0.0722
        )
      })
      if (swings([...lights, ...lights]) > 2 * 6) flashing += 1
    }
    expect(flashing / (width * frameHeight)).toBeLessThan(0.05)
  })
})

function light(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** How often the light turns from rising to falling or back, by a tenth or more each time. */
function swings(lights: readonly number[]): number {
  let extreme = lights[0] ?? 0
  let rising = true
  let count = 0
  for (const one of lights) {
    const onward = rising ? one - extreme : extreme - one
    if (onward >= 0) extreme = one
    else if (onward <= -0.1) {
      rising = !rising
      extreme = one
      count += 1
    }
  }
  return count
}
