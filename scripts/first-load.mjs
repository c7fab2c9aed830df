// node scripts/first-load.mjs [locale]: what the first screens load of dist/web before anything is pressed, in
// bytes as served (brotli). Follows the static imports from index.html, of the page that an address shows, and
// of its texts. Ends with 1 when a budget is exceeded.
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

const locale = process.argv[2] ?? 'en'
const folder = 'dist/web/assets'
const names = globSync(`${folder}/*.{js,css,woff2}`).map((path) => basename(path))
const hashed = (name, type) => new RegExp(`^${name.replaceAll('.', '\\.')}-[\\w-]{8}\\.${type}$`)
const named = (name, type = 'js') => names.filter((file) => hashed(name, type).test(file))
const text = (file) => readFileSync(`${folder}/${file}`, 'utf8')

function size(file) {
  const served = statSync(`${folder}/${file}.br`, { throwIfNoEntry: false })
  return (served ?? statSync(`${folder}/${file}`)).size
}

const page = readFileSync('dist/web/index.html', 'utf8')
const ofPage = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, file]) => file)

/** A module, what it imports statically, and their stylesheets as the page's preload list names them. */
function closure(roots) {
  const found = new Set()
  const add = (file) => {
    if (found.has(file) || !names.includes(file)) return
    found.add(file)
    if (!file.endsWith('.js')) return
    for (const [, next] of text(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) add(next)
  }
  roots.forEach(add)
  return [...found]
}

/** The stylesheets that a script loads beside the code of a page. */
const preloadsOf = (file) => [...text(file).matchAll(/assets\/([\w.-]+\.css)/g)].map(([, style]) => style)

function stylesOf(scripts) {
  const preloaded = [...new Set(scripts.flatMap(preloadsOf))]
  // A chunk and its stylesheet have the same name; a page's lacks the ending.
  return scripts.flatMap((file) => {
    const name = file.replace(/-[\w-]{8}\.js$/, '').replace(/\.page$/, '')
    return preloaded.filter((style) => hashed(name, 'css').test(style))
  })
}

const screens = {
  login: { parts: ['login.page', `${locale}.account`], js: 110, css: 8, fonts: 28 },
  signup: { parts: ['signup.page', `${locale}.account`], js: 110, css: 8, fonts: 28 },
  home: {
    parts: ['home', `${locale}.account`, `${locale}.home`],
    fonts: 43,
    js: 133,
    css: 10,
    more: named('alexandria-latin', 'woff2'),
  },
}

let exceeded = false
for (const [screen, { parts, js, css, fonts, more = [] }] of Object.entries(screens)) {
  const files = closure([...ofPage, ...parts.flatMap((part) => named(part)), ...more])
  const scripts = files.filter((file) => file.endsWith('.js'))
  const all = [...new Set([...files, ...stylesOf(scripts)])]
  console.log(`\n${screen}`)
  for (const [what, type, budget] of [
    ['JavaScript', '.js', js],
    ['CSS', '.css', css],
    ['fonts', '.woff2', fonts],
  ]) {
    const of = all.filter((file) => file.endsWith(type)).map((file) => ({ file, bytes: size(file) }))
    const sum = of.reduce((total, { bytes }) => total + bytes, 0)
    for (const { file, bytes } of of) console.log(`  ${String(bytes).padStart(7)}  ${file}`)
    const over = sum > budget * 1000
    exceeded ||= over
    console.log(`  ${String(sum).padStart(7)}  ${what}, budget ${budget} kB${over ? ': EXCEEDED' : ''}`)
  }
}
process.exitCode = exceeded ? 1 : 0
