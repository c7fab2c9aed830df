import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { contractPlugin } from './scripts/contract-plugin.mjs'
import { leanPackagesPlugin } from './scripts/lean-packages-plugin.mjs'

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
  icons: RegExp
}

/** What surrounds every screen; what first screens of guests and of members share goes with it. */
const start: Unit = {
  name: 'start',
  roots: /\/src\/web\/main\.tsx/,
  icons: /\/(check|circle-exclamation-point|cloud-off|info|x)\.mjs$/,
}

/** What the first screens of a guest share with each other and with other screens. */
const forms: Unit = {
  name: 'forms',
  roots: /\/src\/web\/pages\/(login|signup)\.page/,
  icons: /\/(camera|eye|eye-off)\.mjs$/,
}

/** What the first screen of a member shares with others. */
const home: Unit = {
  name: 'home',
  roots: /\/src\/web\/(pages\/home\.page|app\/nav)\.tsx/,
  icons:
    /\/(bell|chevron-left|chevron-right|clapperboard|compass|house|message-square-text|plus|repeat-2|search|settings|user-round)\.mjs$/,
}

function isOf(unit: Unit, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (unit.roots.test(id)) return true
  if (id.includes('/lucide-react/dist/esm/icons/')) return unit.icons.test(id)
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((by) => !seen.has(by) && isOf(unit, by, graph, seen))
}

const isOfStart = (id: string, graph: Graph) =>
  isOf(start, id, graph) || (isOf(forms, id, graph) && isOf(home, id, graph))

const chunkOf = ({ name }: Unit, holds: (id: string, graph: Graph) => boolean) => ({
  debugName: name,
  name: (id: string, graph: Graph) => (holds(id, graph) ? name : null),
})

const atOnce = /\/(rolldown-runtime|framework|start)-[^/]+\.js$/

const framework =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//

/** What TanStack Query has for reading data; the cache and the mutations are not among it. */
const queries =
  /node_modules\/@tanstack\/(query-core|react-query)\/.*\/(infiniteQueryObserver|queriesObserver|queryObserver|useBaseQuery|useInfiniteQuery|useQueries|useQuery|useSuspense\w+|suspense|errorBoundaryUtils|IsRestoringProvider|QueryErrorResetBoundary)\.js/

const own = /src\/(web|shared)\/|node_modules\/lucide-react\//

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

const memberPages = '/app/member-pages.ts'

/** The page's own script asks for where members' pages are by the name of the source. */
const memberPagesEarly = {
  name: 'scene:member-pages-early',
  apply: 'build' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string, { bundle = {} }: { bundle?: Rolldown.OutputBundle }) {
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(memberPages),
      )
      if (!chunk || !html.includes(memberPages)) throw new Error(`index.html does not ask for ${memberPages}`)
      return html.replace(memberPages, `/${chunk.fileName}`)
    },
  },
}

export default defineConfig({
  root: 'src/web',
  plugins: [contractPlugin(), leanPackagesPlugin(), react(), stylesLater, memberPagesEarly],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false,
      // What index.html loads is there already.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !atOnce.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A file for each unit that is loaded together: fewer round trips and better compression than fifty
        // small ones, and the account screens load nothing of the other screens.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: (id: string) => framework.test(id) && !queries.test(id),
            },
            // No first screen of a guest reads data.
            { name: 'queries', test: queries },
            {
              ...chunkOf(start, isOfStart),
              test: /src\/(web|shared)\/|node_modules\/(lucide-react|@base-ui)\//,
            },
            { ...chunkOf(forms, (id, graph) => isOf(forms, id, graph)), test: own, minShareCount: 2 },
            { ...chunkOf(home, (id, graph) => isOf(home, id, graph)), test: own, minShareCount: 2 },
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
