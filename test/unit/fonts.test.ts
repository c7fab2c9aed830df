import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/web/styles/fonts.css', 'utf8')
const faces = [
  ...css.matchAll(/url\('\.\.\/fonts\/((\w+)-([\w-]+)\.woff2)'\)[^;]+;\s+unicode-range:([^;]+);/g),
]

/** Every character of `U+0000-00FF,U+0131`. */
function charactersOf(ranges: string): number[] {
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16)
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
  })
}

describe.each(['alexandria', 'rubik'])('the faces of %s', (family) => {
  const own = faces.filter(([, , name]) => name === family)

  it('are all here', () => {
    expect(own.map(([, , , part]) => part)).toEqual(['arabic', 'latin-ext', 'latin-more', 'latin'])
    for (const [, file] of own) expect(existsSync(`src/web/fonts/${file}`), file).toBe(true)
  })

  it('have every Latin character of the package, each once', () => {
    const whole = JSON.parse(
      readFileSync(`node_modules/@fontsource-variable/${family}/unicode.json`, 'utf8'),
    ) as { latin: string }
    const cut = own
      .filter(([, , , part]) => part === 'latin' || part === 'latin-more')
      .flatMap(([, , , , ranges = '']) => charactersOf(ranges))
    expect(cut.toSorted((a, b) => a - b)).toEqual(charactersOf(whole.latin).toSorted((a, b) => a - b))
  })
})
