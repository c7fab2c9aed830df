// npm run fonts: cuts the faces that src/web/styles/fonts.css names out of their packages into src/web/fonts. The
// stylesheet says what is left in each: its characters (unicode-range) and its weights.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const folder = 'src/web/fonts'
/** What browsers apply without being asked, and figures of equal width. */
const features = ['ccmp', 'isol', 'init', 'medi', 'fina', 'rlig', 'rvrn', 'locl', 'calt', 'liga', 'kern']
const keepFeatures = [...features, 'mark', 'mkmk', 'tnum']

/** Every character of `U+0000-00FF, U+0131`. */
function charactersOf(ranges) {
  const characters = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from, to = from]) => {
    const first = Number.parseInt(from, 16)
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
  })
  return String.fromCodePoint(...characters)
}

mkdirSync(folder, { recursive: true })
const css = readFileSync('src/web/styles/fonts.css', 'utf8')
const faces =
  /font-weight: (\d+) (\d+);\s+src: url\('\.\.\/fonts\/((\w+)-([\w-]+)\.woff2)'\)[^;]+;\s+unicode-range:([^;]+);/g
for (const [, min, max, file, family, part, ranges] of css.matchAll(faces)) {
  const font = `node_modules/@fontsource-variable/${family}`
  const script = part === 'latin-more' ? 'latin' : part
  const bytes = await subsetFont(
    readFileSync(`${font}/files/${family}-${script}-wght-normal.woff2`),
    charactersOf(ranges),
    {
      targetFormat: 'woff2',
      keepFeatures,
      variationAxes: { wght: { min: Number(min), max: Number(max) } },
    },
  )
  writeFileSync(`${folder}/${file}`, bytes)
  copyFileSync(`${font}/LICENSE`, `${folder}/LICENSE-${family}`)
  console.log(`${String(bytes.length).padStart(6)}  ${file}`)
}
