import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { breaches, classesOf } from './css-rules.ts'

const web = fileURLToPath(new URL('../../src/web', import.meta.url))
const tokens = join('styles', 'tokens.css')
const files = globSync('**/*.css', { cwd: web })

describe('style rules', () => {
  it('finds the stylesheets', () => {
    expect(files).toContain(tokens)
    expect(files.length).toBeGreaterThan(20)
  })

  it.each(files)('%s keeps them', (file) => {
    const found = breaches(readFileSync(join(web, file), 'utf8'))
    expect(file === tokens ? found.filter(({ rule }) => rule !== 'colour') : found).toEqual([])
  })

  it.each([
    ['.a { margin-left: 1px; }', 'physical'],
    ['.a { padding-right: 1px }', 'physical'],
    ['.a { border-left: 1px solid; }', 'physical'],
    ['.a { border-top-right-radius: 4px; }', 'physical'],
    ['.a { left: 0; }', 'physical'],
    ['.a { color: inherit; right: 0 }', 'physical'],
    ['.a { text-align: left; }', 'physical'],
    ['.a { float: right; }', 'physical'],
    ['.a { transform: translateX(4px); }', 'transform'],
    ['.a { transform: translate(-50%, 0); }', 'transform'],
    ['.a { transform: scale(2) translate3d(1rem, 0, 0); }', 'transform'],
    ['.a { color: #fff; }', 'colour'],
    ['.a { background: rgb(0 0 0 / 0.5); }', 'colour'],
    ['.a { color: white; }', 'colour'],
    ['.a { box-shadow: 0 0 2px hsl(0 0% 0%); }', 'colour'],
    ['@media (prefers-reduced-motion: reduce) { .a { animation: none; } }', 'motion'],
  ])('refuses %s', (css, rule) => {
    expect(breaches(css).map((breach) => breach.rule)).toEqual([rule])
  })

  it.each([
    '.a { margin-inline-start: 1px; text-align: start; inset-inline: 0; }',
    '.a { transform: translateX(calc(4px * var(--dir))); }',
    '.a { transform: translate(0, -50%); }',
    '.a { transform: translateY(4px); }',
    "@media (prefers-reduced-motion: reduce) { .a { animation: none } } :global([data-motion='reduce']) .a { animation: none }",
    '.left { color: var(--text); }',
    '/* left: 0; color: #fff; */ .a { color: currentcolor; }',
    '.a:hover { grid-area: 1 / 1; white-space: nowrap; }',
  ])('allows %s', (css) => {
    expect(breaches(css)).toEqual([])
  })

  it('says where', () => {
    expect(breaches('.a {\n  color: inherit;\n  left: 0;\n}')).toEqual([
      { rule: 'physical', line: 3, text: 'left: 0' },
    ])
  })
})

describe('the classes of stylesheets', () => {
  const components = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.*'] }).map((file) => ({
    folder: dirname(file),
    code: readFileSync(join(web, file), 'utf8'),
  }))

  /** What each module that imports the stylesheet names of it. */
  const uses = (sheet: string) =>
    components.flatMap(({ folder, code }) =>
      [...code.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)]
        .filter(
          ([, , path = '']) => sheet === (path.startsWith('#web/') ? path.slice(5) : join(folder, path)),
        )
        .map(([, name = '']) => namedClasses(code.replaceAll(/ from '.+'/g, ''), name)),
    )

  /** `styles.row`, `styles['row']` and `const { row } = styles`; null where one is computed. */
  function namedClasses(code: string, name: string): string[] | null {
    if (new RegExp(`\\b${name}\\[[^']`).test(code)) return null
    const single = [...code.matchAll(new RegExp(`\\b${name}(?:\\.|\\[')(\\w+)`, 'g'))]
    const taken = new RegExp(`\\{ ([\\w, ]+) \\} = ${name}\\b`).exec(code)?.[1]
    return [...single.map(([, one = '']) => one), ...(taken?.split(', ') ?? [])]
  }

  it.each(files.filter((file) => file.endsWith('.module.css')))(
    '%s has what is named of it, no more',
    (sheet) => {
      const classes = classesOf(readFileSync(join(web, sheet), 'utf8'))
      const named = new Set(uses(sheet).flatMap((use) => use ?? classes))
      expect([...named].sort()).toEqual(classes.sort())
    },
  )
})
