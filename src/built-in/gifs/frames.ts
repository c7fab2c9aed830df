import { titleFont } from '#built-in/artwork/fonts.ts'
import { escapeText } from '#built-in/artwork/picture.ts'
import { fixed, rect, type Point } from '#built-in/artwork/shapes.ts'
import { coloursOf, type Colours } from '#built-in/gifs/colours.ts'
import { bodyOf, figureOf, reachOf } from '#built-in/gifs/figure.ts'
import type { PackGif } from '#built-in/gifs/pack.ts'
import { surroundings } from '#built-in/gifs/surroundings.ts'
import { frameCount, swing, type Time } from '#built-in/gifs/timing.ts'
import { createRandom, seedOf } from '#built-in/seeded-random.ts'

/** The word's band below, and the feet's distance from the middle of a body. */
const band = 50
const feet = 60

/**
 * The frames of a GIF one below the other in one drawing, or the first alone, in pixels. The text is the same
 * wherever it is made.
 */
export function gifSvg(gif: PackGif, isStill: boolean): string {
  const { width, height, mood, character } = gif
  const random = createRandom(seedOf('gif', gif.id, 0))
  const colours = coloursOf(character, random)
  const wearsHat = mood === 'celebrating' && random.next() < 0.6
  const reach = reachOf(bodyOf(character, colours, 0), mood, wearsHat)
  const scale = Math.min((height - band - 10) / (reach + feet), (height - 40) / 146)
  const centre: Point = [width / 2, height - band - 2 - feet * scale]
  const behind = surroundings(gif.backdrop, { width, height, centre, colours }, random)

  function frame(index: number): string {
    // The first frame also stands for the whole: not one at the edge of a swing.
    const time = ((index + 2) % frameCount) / frameCount
    const { drawn, pose } = figureOf(gif, colours, wearsHat, time)
    const [x, y] = [centre[0] + pose.x * scale, centre[1] + pose.y * scale]
    const [wide, tall] = [scale * pose.wide, scale * pose.tall]
    const move = `translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(pose.turn)}) scale(${wide.toFixed(3)} ${tall.toFixed(3)})`
    const shadow = `<ellipse cx="${fixed(x)}" cy="${fixed(centre[1] + feet * scale)}" rx="${fixed(40 * scale * (1 + pose.y * 0.012))}" ry="5" fill="${colours.shadow}"/>`
    return (
      rect([0, 0, width, height], colours.ground) +
      behind(time) +
      shadow +
      `<g transform="${move}">${drawn}</g>` +
      lettering(gif.word, colours, height - 16, time)
    )
  }

  const frames = Array.from(
    { length: isStill ? 1 : frameCount },
    (_, index) => `<svg y="${index * height}" width="${width}" height="${height}">${frame(index)}</svg>`,
  )
  const size = `width="${width}" height="${height * frames.length}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${frames.join('')}</svg>`
}

const widest = 180
const largest = 34

/** The word on a line whose baseline is at `y`, with an edge that keeps it readable over anything. */
export function lettering(word: string, colours: Colours, y: number, time: Time): string {
  const look = (size: number) =>
    `font-family="Alexandria" font-weight="800" font-size="${fixed(size)}" fill="${colours.word}" stroke="${colours.edge}" stroke-width="7" stroke-linejoin="round" paint-order="stroke"`
  if (/\p{Script=Arabic}/u.test(word)) {
    // Joined letters cannot hop one by one: the whole word sways.
    const size = Math.min(largest, widest / titleFont.width(word))
    const text = `<text x="100" y="${fixed(y - 4)}" text-anchor="middle" ${look(size)}>${escapeText(word)}</text>`
    return `<g transform="rotate(${fixed(2.5 * swing(time))} 100 ${fixed(y)})">${text}</g>`
  }
  const shown = word.toLocaleUpperCase('en')
  const size = Math.min(largest, widest / titleFont.width(shown))
  let x = 100 - (titleFont.width(shown) * size) / 2
  const letters = Array.from(shown, (letter, index) => {
    const at = x
    x += titleFont.width(letter) * size
    const hop = 2.2 * swing(time, 1, -index / 9)
    return letter === ' ' ? '' : `<text x="${fixed(at)}" y="${fixed(y + hop)}">${escapeText(letter)}</text>`
  })
  return `<g ${look(size)}>${letters.join('')}</g>`
}
