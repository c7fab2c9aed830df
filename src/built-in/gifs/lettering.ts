import { titleFont } from '#built-in/artwork/fonts.ts'
import type { Colours } from '#built-in/gifs/colours.ts'
import { swing, type Time } from '#built-in/gifs/timing.ts'
import { escapeText } from '#built-in/artwork/picture.ts'
import { fixed } from '#built-in/artwork/shapes.ts'

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
