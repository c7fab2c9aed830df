// Replaces, in a build, parts of packages that every first load would contain although Scene never uses them
// (docs/decisions/028). `read` is the start of the SHA-256 of the file that each replacement was written for: another
// version of it fails the build until somebody has read it again.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const replacements = [
  {
    // An icon of lucide-react is a list of shapes; what draws the list is 5 kB of code that serves every framework.
    // The screens need the part below: the shapes in an <svg> with the same attributes.
    file: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    read: '3070fff3144c393e',
    for: /\/lucide-react\/dist\/esm\/icons\//,
    code: `
import { createElement } from 'react'

export default ({ node }) => ({ size = 24, strokeWidth = 2, ...props }) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': 'true',
      ...props,
    },
    node.map(([shape, attributes]) => createElement(shape, attributes)),
  )
`,
  },
  {
    // Of React Router's framework mode (documents that a server renders, links that fetch ahead) the data mode asks
    // these four, which answer it so where no framework is around.
    file: /\/react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    read: '88ed61cf150b2cec',
    for: /\/react-router\/dist\/production\/lib\/(dom\/lib|components)\.js$/,
    code: `
import { createContext } from 'react'

export const FrameworkContext = createContext(undefined)
export const usePrefetchBehavior = () => [false, null, {}]
export const mergeRefs = (ref) => ref
export const PrefetchPageLinks = () => null
`,
  },
  {
    // Measuring hooks, for which Scene's router is given none.
    file: /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/,
    read: '41b3fb9197648ef4',
    for: /\/react-router\/dist\/production\/lib\/router\/router\.js$/,
    code: `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
`,
  },
]

/** Components with a name for debugging stay although nothing renders them: React Router's forms and menus. */
const named = {
  file: /\/react-router\/dist\/production\/lib\/dom\/lib\.js$/,
  unused: ['NavLink', 'Form'],
}

function withoutNames(code, error) {
  let lean = code
  for (const name of named.unused) {
    const [made, called] = [`const ${name} = React$1.forwardRef(`, `${name}.displayName = "${name}";\n`]
    if (!lean.includes(made) || !lean.includes(called)) error(`React Router makes ${name} otherwise`)
    lean = lean.replace(made, () => made.replace('React$1', '/* @__PURE__ */ React$1')).replace(called, '')
  }
  return lean
}

/** Icons carry a name that nothing reads, and keys for shapes that never change places; both are removed. */
const icons = {
  file: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/,
  unused: [
    / {2}name: ".*",\n {2}size: 24,\n/,
    /,\s+key: "\w+"/g,
    /,\n {2}aliases: \[.*\]/,
    /__iconData\.node;\n/,
  ],
}

function withoutLabels(code, error) {
  const lean = icons.unused.reduce((text, part) => text.replace(part, ''), code)
  if (/\b(name|size|key|aliases):/.test(lean)) error('lucide-react describes its icons otherwise')
  return lean
}

const suffix = '?lean'

export function leanPackagesPlugin() {
  const missing = new Set([...replacements, named, icons])
  return {
    name: 'scene:lean-packages',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const wanted = replacements.filter((replacement) => importer && replacement.for.test(importer))
      if (wanted.length === 0) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return wanted.some(({ file }) => resolved && file.test(resolved.id)) ? `${resolved.id}${suffix}` : null
    },
    load(id) {
      if (!id.endsWith(suffix)) return null
      const path = id.slice(0, -suffix.length)
      const replacement = replacements.find(({ file }) => file.test(path))
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
      if (!hash.startsWith(replacement.read))
        this.error(`${path} is not the file that docs/decisions/028 speaks of: read it anew (${hash})`)
      missing.delete(replacement)
      return { code: replacement.code, map: null }
    },
    transform: {
      filter: { id: [named.file, icons.file] },
      handler(code, id) {
        const [part, without] = named.file.test(id) ? [named, withoutNames] : [icons, withoutLabels]
        missing.delete(part)
        return { code: without(code, (text) => this.error(text)), map: null }
      },
    },
    buildEnd(error) {
      if (error || missing.size === 0) return
      const patterns = [...missing].map(({ file }) => file.source)
      this.error(`nothing imports ${patterns.join(', ')} any more: see docs/decisions/028`)
    },
  }
}
