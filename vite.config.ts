import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Rolldown } from 'vite'
import { contractPlugin } from './scripts/contract-plugin.mjs'
import { leanPackagesPlugin } from './scripts/lean-packages-plugin.mjs'
import { locales } from './src/shared/locale.ts'
import { textsOf, type PageName } from './src/web/app/page-texts.ts'
import type { FirstFiles, FirstScreen } from './src/web/app/boot.ts'
import type { TextPart } from './src/web/i18n/text-parts.ts'

// In development the pages come from here and everything else from the server behind.
const api = `http://127.0.0.1:${process.env['SCENE_API_PORT'] ?? '3000'}`
const served = ['/livez', '/readyz', '/api', '/media', '/t', '/art', '/gifs', '/dev', '/og', '/oembed']

interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/** What is loaded together with a root. Icons are named: their package's index imports all of them. */
interface Unit {
  name: string
  roots: RegExp
  icons?: RegExp
}

/** What surrounds every screen; what first screens of guests and of members share goes with it. */
const start: Unit = {
  name: 'start',
  roots:
    /\/src\/(web\/(main\.tsx|features\/security\/given-up\.ts|ui\/feedback\/inline-error\.tsx)|shared\/api\/(accounts|media)\.ts)/,
  icons: /\/(check|circle-exclamation-point|cloud-off|eye|eye-off|info|x)\.mjs$/,
}

/** What the first screens of a guest share with each other and with other screens. */
const forms: Unit = {
  name: 'forms',
  roots: /\/src\/web\/pages\/(login|signup)\.page/,
  icons: /\/(camera|key-round)\.mjs$/,
}

/** The first screen of a member, what surrounds all of them, and where their code is. */
const home: Unit = {
  name: 'home',
  roots:
    /\/src\/web\/(pages\/home\.page|app\/nav|ui\/feedback\/hint-row)\.tsx|\/src\/web\/app\/member-pages\.ts/,
  icons:
    /\/(bell|calendar-heart|chevron-left|chevron-right|clapperboard|compass|house|message-square-text|plus|repeat-2|search|settings|user-round)\.mjs$/,
}

/** What comes after the first paint: the end of the home screen, and what other screens share with these. */
const later: Unit = {
  name: 'later',
  roots:
    /\/src\/(web\/(features\/(home\/home-(rail|words)\.tsx|offline\/((kept-answers|waiting-changes)\.ts|[\w-]+\.module\.css)|notifications\/push\.ts|shortcuts\/shortcuts-help\.tsx)|lib\/(drafts\/draft-store|keyboard|use-settled-query)\.ts|ui\/overlays\/dialog\.tsx)|shared\/(audience|tags|api\/shelves)\.ts)/,
  icons: /\/(circle-check|heart|message-circle|play|pause)\.mjs$/,
}

/** The socket and what it brings. */
const live: Unit = {
  name: 'live',
  roots: /\/src\/web\/app\/live-connection\.tsx/,
}

/** Passkeys and second steps at the login, which come when somebody is about to log in. */
const passkeys: Unit = {
  name: 'passkeys',
  roots: /\/src\/web\/features\/accounts\/guest\/login-more\.tsx/,
}

/** What a film's page shares with other screens. */
const film: Unit = {
  name: 'film',
  roots: /\/src\/web\/pages\/film\.page\.tsx/,
  icons: /\/(bookmark|bookmark-check|external-link|image-plus|list-plus|minus|send|share-2)\.mjs$/,
}

/** What writes and edits logs, which a film's page loads ahead. */
const editor: Unit = {
  name: 'editor',
  roots: /\/src\/web\/features\/logs\/editor\/log-editor\.tsx/,
  icons: /\/image\.mjs$/,
}

/** What sheets, dialogs and menus share; a film's page loads it ahead for the sheet of the editor. */
const overlays: Unit = {
  name: 'overlays',
  roots: /\/src\/web\/ui\/(overlays\/(sheet-panel\.tsx|popup\.module\.css)|keyboard-inset\.ts)/,
}

/** A profile, without its tabs. */
const profile: Unit = {
  name: 'profile',
  roots: /\/src\/web\/pages\/profile\.page\.tsx/,
  icons: /\/(calendar-days|chart-column|log-out|pencil|tag|user-minus)\.mjs$/,
}

function isOf(unit: Unit, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (unit.roots.test(id)) return true
  if (id.includes('/lucide-react/dist/esm/icons/')) return unit.icons?.test(id) ?? false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((by) => !seen.has(by) && isOf(unit, by, graph, seen))
}

const own = /src\/(web|shared)\/|node_modules\/lucide-react\//

const isOfStart = (id: string, graph: Graph) =>
  isOf(start, id, graph) || (isOf(forms, id, graph) && isOf(home, id, graph))

const chunkOf = (unit: Unit, holds = (id: string, graph: Graph) => isOf(unit, id, graph)) => ({
  debugName: unit.name,
  test: own,
  name: (id: string, graph: Graph) => (holds(id, graph) ? unit.name : null),
})

const baseUi = /node_modules\/(@base-ui|@floating-ui)\//

/** What it has for popups that stand at what opened them; sheets and dialogs do not. */
const anchored =
  /@floating-ui\/(core|dom|react-dom)\/|\/(useListNavigation|useTypeahead|useEnhancedClickHandler|useOpenInteractionType|\w*Hover\w*)\.mjs/

const atOnce = /\/(rolldown-runtime|framework|start)-[^/]+\.js$/

/**
 * What the first screens of guests seldom come to: the names of all that it imports would weigh on every login, so the
 * browser finds them by itself.
 */
const seldom = /\/(sign-up-gates|picture-crop|alert-panel)-[^/]+\.js$/

const framework =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//

/** What TanStack Query has for reading data; the cache and the mutations are not among it. */
const queries =
  /node_modules\/@tanstack\/(query-core|react-query)\/.*\/(infiniteQueryObserver|queryObserver|useBaseQuery|useInfiniteQuery|useQuery|useSuspense\w+|suspense|errorBoundaryUtils|IsRestoringProvider|QueryErrorResetBoundary)\.js/

/** What it has for a changing number of queries and for mutations of elsewhere; no first screen reads so. */
const manyQueries =
  /node_modules\/@tanstack\/(query-core|react-query)\/.*\/(queriesObserver|useQueries|useMutationState)\.js/

/**
 * Browsers paint the page's own boxes without waiting for the stylesheet, which main.tsx puts to use. It stays in the
 * head, before those of the chunks, whose rules come after it.
 */
const stylesLater = {
  name: 'scene:styles-later',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (html: string) =>
      html.replaceAll(
        /( *)<link rel="stylesheet"([^>]*?) ?\/?>/g,
        '$1<link rel="preload" as="style"$2>\n$1<link rel="stylesheet" media="print"$2>',
      ),
  },
}

interface FirstOf {
  /** Ends of the names of what it is made of. */
  modules: readonly string[]
  /** The page whose texts it waits for; without one, for `account` only. */
  page?: PageName
}

/** What surrounds members' pages, and where they are. */
const memberModules = ['/app/member-pages.ts', '/app/nav.tsx']

/** What the page itself (app/boot.ts) asks for beside the first files, by the screen that its address shows. */
const firstScreens: Record<FirstScreen, FirstOf> = {
  guest: { modules: [] },
  login: { modules: ['/pages/login.page.tsx'], page: 'login' },
  signup: { modules: ['/pages/signup.page.tsx'], page: 'signup' },
  member: { modules: memberModules, page: 'notFound' },
  home: { modules: [...memberModules, '/pages/home.page.tsx'], page: 'home' },
  film: { modules: [...memberModules, '/pages/film.page.tsx'], page: 'film' },
  profile: { modules: [...memberModules, '/pages/profile.page.tsx'], page: 'ownProfile' },
}

const firstTexts = ({ page }: FirstOf): readonly TextPart[] => ['account', ...(page ? textsOf(page) : [])]

/** What the server puts pages for guests into; it loads nothing of the app. */
const guestPage = 'src/web/guest.html'

/** Where the script of the page comes, and what in it stands for the names of the first files. */
const bootMark = '<!--boot-->'
const firstFiles = 'FIRST_FILES'

/** boot.ts with all that it imports, as one script. */
async function bundleBoot(): Promise<string> {
  const entry = 'scene:boot'
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { boot } from ${JSON.stringify(resolve('src/web/app/boot.ts'))}\nboot(${firstFiles})`
            : null,
      },
    ],
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  // Pictures that its modules name are files of the app; it shows none of them.
  const [script, ...others] = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk')
  if (!script || others.length > 0) throw new Error('boot.ts is not one script')
  return script.code.trim()
}

/** The page begins with it; in development there are no built files to ask for. */
const bootFirst = {
  name: 'scene:boot-first',
  transformIndexHtml: {
    order: 'pre' as const,
    async handler(html: string, { server }: { server?: unknown }) {
      if (!html.includes(bootMark)) return html
      const code = await bundleBoot()
      // Indentation is of no use to a browser, and the first answer waits for each byte of it.
      return html
        .replaceAll(/\n\s+/g, '\n')
        .replace(bootMark, () => `<script>${server ? code.replace(firstFiles, 'null') : code}</script>`)
    },
  },
}

const firstScreensEarly = {
  name: 'scene:first-screens-early',
  apply: 'build' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string, { bundle = {}, filename }: { bundle?: Rolldown.OutputBundle; filename: string }) {
      if (filename.endsWith(guestPage)) return html
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const holding = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
        if (!chunk) throw new Error(`nothing holds ${module}`)
        return chunk
      }
      const filesOf = (chunk: Rolldown.OutputChunk, known: Set<string>): Set<string> => {
        if (known.has(chunk.fileName) || atOnce.test(chunk.fileName)) return known
        known.add(chunk.fileName)
        for (const style of chunk.viteMetadata?.importedCss ?? []) known.add(style)
        for (const next of chunks) if (chunk.imports.includes(next.fileName)) filesOf(next, known)
        return known
      }
      const shortened = (file: string) => file.replace(/^assets\//, '')
      const screens = Object.entries(firstScreens).map(([name, { modules }]) => {
        const files = modules.reduce((known, module) => filesOf(holding(module), known), new Set<string>())
        return [name, [...files].map(shortened)] as const
      })
      const textFilesOf = (locale: string) =>
        (['account', ...textsOf('notFound')] as const).map(
          (part) => [part, shortened(holding(`/i18n/${locale}.${part}.json`).fileName)] as const,
        )
      const first: FirstFiles = {
        screens: Object.fromEntries(screens) as FirstFiles['screens'],
        texts: Object.fromEntries(
          Object.entries(firstScreens).map(([name, screen]) => [name, firstTexts(screen)]),
        ) as FirstFiles['texts'],
        parts: Object.fromEntries(
          locales.map((locale) => [locale, Object.fromEntries(textFilesOf(locale))]),
        ) as FirstFiles['parts'],
      }
      if (!html.includes(firstFiles)) throw new Error('the page has no place for the first files')
      return html.replace(firstFiles, () => JSON.stringify(first))
    },
  },
}

/** Tells the service worker which files there are; another list is another version of it. */
const workerFiles = {
  name: 'scene:worker-files',
  apply: 'build' as const,
  generateBundle: {
    order: 'post' as const,
    handler(_: unknown, bundle: Rolldown.OutputBundle) {
      const worker = bundle['worker.js']
      if (worker?.type !== 'chunk') throw new Error('there is no worker')
      const files = Object.keys(bundle)
        .filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name))
        .map((name) => `/${name}`)
        .toSorted()
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace(/["'`]__files__["'`]/, () => files.map((file) => JSON.stringify(file)).join(','))
        .replace('__version__', version)
    },
  },
}

export default defineConfig({
  root: 'src/web',
  plugins: [
    contractPlugin(),
    leanPackagesPlugin(),
    react(),
    bootFirst,
    stylesLater,
    firstScreensEarly,
    workerFiles,
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (wanted, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) =>
              // What index.html loads is there already.
              seldom.test(wanted) ? file === wanted || file.endsWith('.css') : !atOnce.test(file),
            ),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['src/web/index.html', guestPage, 'src/web/worker.ts'],
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        // A file for each unit that is loaded together: fewer round trips and better compression than fifty
        // small ones, and the account screens load nothing of the other screens.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: (id: string) => framework.test(id) && !queries.test(id) && !manyQueries.test(id),
            },
            {
              ...chunkOf(start, isOfStart),
              test: /src\/(web|shared)\/|node_modules\/(lucide-react|@base-ui)\//,
            },
            { ...chunkOf(forms), minShareCount: 2 },
            {
              ...chunkOf(home),
              // No first screen of a guest reads data.
              test: (id: string) => own.test(id) || queries.test(id),
            },
            chunkOf(later),
            { ...chunkOf(live), test: /./ },
            chunkOf(passkeys),
            { ...chunkOf(film), minShareCount: 2 },
            chunkOf(editor),
            chunkOf(profile),
            {
              ...chunkOf(overlays),
              test: (id: string) => own.test(id) || (baseUi.test(id) && !anchored.test(id)),
              minShareCount: 2,
            },
            { name: 'google', test: /\/features\/accounts\/guest\/google-widget\.tsx/ },
            { name: 'codes', test: /\/features\/accounts\/guest\/code-forms\.tsx/ },
            { name: 'virtual', test: /node_modules\/@tanstack\/(virtual-core|react-virtual)\// },
            { name: 'base', test: own, minShareCount: 3, maxModuleSize: 8000 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['../..'] },
    proxy: {
      // With the host that the browser named: some answers are only for this machine.
      ...Object.fromEntries(served.map((path) => [`^${path}(/|$)`, { target: api }])),
      '/socket.io': { target: api, ws: true },
    },
  },
})
