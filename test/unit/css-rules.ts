/** A breach of the style rules: what is wrong, and the line (from 1) it stands on. */
export interface Breach {
  rule: 'physical' | 'transform' | 'colour' | 'motion'
  line: number
  text: string
}

const side = '(?:left|right)'
const physical = new RegExp(
  [
    `(?:^|[\\s;{])(?:margin|padding|scroll-margin|scroll-padding)-${side}\\s*:`,
    `(?:^|[\\s;{])border(?:-(?:top|bottom))?-${side}(?:-(?:width|style|color|radius))?\\s*:`,
    `(?:^|[\\s;{])${side}\\s*:`,
    `(?:^|[\\s;{])(?:text-align|float|clear|justify-[\\w-]+|text-align-last)\\s*:\\s*${side}\\b`,
    `(?:^|[\\s;{])(?:transform-origin|object-position|background-position)\\s*:[^;]*\\b${side}\\b`,
  ].join('|'),
)
const colour =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|:\s*(?:white|black|gold|red|purple|violet|gr[ae]y)\b/i

/** What the device's wish for less motion changes; the switch in the settings must change the same. */
function motionBreaches(css: string): Breach[] {
  const asks = [...css.matchAll(/@media \(prefers-reduced-motion/g)]
  const switches = [...css.matchAll(/\[data-motion=/g)]
  if (asks.length === 0 || switches.length > 0) return []
  const line = css.slice(0, asks[0]?.index).split('\n').length
  return [{ rule: 'motion', line, text: 'no [data-motion] beside prefers-reduced-motion' }]
}

/**
 * What right-to-left screens need: no physical sides, no horizontal transform without the direction factor, no
 * colours but tokens; less motion also by the switch. Comments are ignored.
 */
export function breaches(css: string): Breach[] {
  const plain = withoutComments(css)
  const found = declarations(plain).flatMap(({ text, line }) => {
    const found: Breach[] = []
    if (physical.test(text)) found.push({ rule: 'physical', line, text })
    if (movesSideways(text)) found.push({ rule: 'transform', line, text })
    if (colour.test(text)) found.push({ rule: 'colour', line, text })
    return found
  })
  return [...found, ...motionBreaches(plain)]
}

const withoutComments = (css: string) =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** The classes in the selectors of a stylesheet. */
export function classesOf(css: string): string[] {
  const selectors = [...withoutComments(css).matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector)
  return [
    ...new Set(
      selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z_]\w*)/gi)].map(([, one = '']) => one)),
    ),
  ]
}

/** Declarations with the line each begins on; selectors carry no colon that ends in a semicolon. */
function declarations(css: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  for (const match of css.matchAll(/([\w-]+\s*:[^;{}]+)[;}]/g)) {
    const text = (match[1] ?? '').replaceAll(/\s+/g, ' ').trim()
    found.push({ text, line: css.slice(0, match.index).split('\n').length })
  }
  return found
}

function movesSideways(text: string): boolean {
  const moves = [...text.matchAll(/translate(?:X|3d)?\(/gi)]
  return moves.some(({ index, 0: name }) => {
    const inside = argumentsFrom(text, index + name.length)
    const across = name.toLowerCase() === 'translatex(' ? inside.join(',') : (inside[0] ?? '')
    return !/^-?0(?:[a-z%]*)$/i.test(across.trim()) && !across.includes('--dir')
  })
}

/** The arguments of the function whose opening bracket ends at the index. */
function argumentsFrom(text: string, start: number): string[] {
  const parts = ['']
  let depth = 1
  for (const character of text.slice(start)) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth === 0) break
    if (character === ',' && depth === 1) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
