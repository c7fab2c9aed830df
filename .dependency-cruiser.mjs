// The import rules of ARCHITECTURE.md. test/unit/import-rules.test.ts plants one violation of each.

/** Server layers, lowest first; a layer may import itself and those before it. */
const layers = [
  ['config', '^src/server/config\\.ts$'],
  ['db', '^src/server/db/'],
  ['core', '^src/server/core/'],
  ['adapters', '^src/server/adapters/'],
  ['context', '^src/server/(context|events)\\.ts$'],
  ['domains', '^src/server/domains/'],
  [
    'app',
    '^src/server/(app|domain-list|web-files|api-document|api-examples|api-page|(health|metrics)\\.routes)\\.ts$|^src/server/demo/',
  ],
  ['main', '^src/server/(main\\.mjs$|(start|serve|announce)\\.ts$)|^src/server/cli/'],
]

const upward = layers.slice(0, -1).map(([name, path], index) => ({
  name: `server-${name}-imports-upward`,
  comment: 'main -> app -> domains -> context -> adapters -> core -> db -> config',
  severity: 'error',
  from: { path, pathNot: '\\.test\\.ts$' },
  to: { path: layers.slice(index + 1).map(([, higher]) => higher) },
}))

/** Domains, lowest first. One that is missing here may import any other; a test compares the list with the folders. */
const domains = [
  'media',
  'films',
  'members',
  'audit',
  'search',
  'gifs',
  'accounts',
  'posters',
  'shelves',
  'lists',
  'replies',
  'logs',
  'film-page',
  'audiences',
  'sharing',
  'previews',
  'statistics',
  'streaming',
  'evenings',
  'feeds',
  'guest-pages',
  'assistant',
  'transfer',
  'players',
  'webhooks',
  'film-identity',
  'moderation',
  'notifications',
  'settings',
  'home',
  'account-deletion',
  'backup',
  'recount',
  'upgrade',
  'admin',
]

const domainOrder = domains.slice(0, -1).map((domain, index) => ({
  name: `domain-${domain}-imports-higher`,
  comment: 'domains form a DAG; a would-be cycle becomes an event',
  severity: 'error',
  from: { path: `^src/server/domains/${domain}/`, pathNot: '\\.test\\.ts$' },
  to: { path: domains.slice(index + 1).map((higher) => `^src/server/domains/${higher}/`) },
}))

const notTests = { pathNot: '\\.test\\.tsx?$' }

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '^src/web/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'shared-is-pure',
      comment: 'no Node, no DOM, no package but zod/mini',
      severity: 'error',
      from: { path: '^src/shared/', ...notTests },
      to: { pathNot: ['^src/shared/', '(^|/)node_modules/zod/mini/'] },
    },
    {
      name: 'server-not-to-web',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-not-to-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/(server|built-in)/' },
    },
    {
      name: 'built-in-stands-alone',
      comment: 'what stands in for outside parts knows the shared part and packages only',
      severity: 'error',
      from: { path: '^src/built-in/', ...notTests },
      to: { path: '^src/(server|web)/' },
    },
    {
      name: 'built-in-through-adapters',
      comment: 'the server asks a port; only what starts Scene and the demo choose what is built in',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: [
          '^src/server/adapters/',
          '^src/server/(main\\.mjs|(start|serve)\\.ts)$',
          '^src/server/cli/',
          '^src/server/demo/',
          '\\.test\\.ts$',
        ],
      },
      to: { path: '^src/built-in/' },
    },
    ...upward,
    ...domainOrder,
    {
      name: 'domains-through-service-and-views',
      comment: 'a domain uses another only through its *.service.ts, *.views.ts and *.import.ts',
      severity: 'error',
      from: { path: '^src/server/domains/([^/]+)/', ...notTests },
      to: {
        path: '^src/server/domains/([^/]+)/',
        pathNot: ['^src/server/domains/$1/', '\\.(service|views|import)\\.ts$'],
      },
    },
    {
      name: 'app-through-index-and-services',
      comment: 'a domain is mounted by its index.ts; what the app itself asks of one is a service',
      severity: 'error',
      from: { path: '^src/server/(app|domain-list)\\.ts$' },
      to: {
        path: '^src/server/domains/',
        pathNot: '^src/server/domains/[^/]+/(index|[^/]+\\.service)\\.ts$',
      },
    },
    {
      name: 'ui-knows-nothing',
      comment: 'primitives have no router, no data and no domain',
      severity: 'error',
      from: { path: '^src/web/ui/', ...notTests },
      to: {
        path: [
          '^src/web/(app|pages|features|lib|i18n)/',
          // Windowing long lists is layout, not data.
          '(^|/)node_modules/(react-router|@tanstack/(?!(react-)?virtual)[^/]+|socket\\.io-client)/',
        ],
      },
    },
    {
      name: 'lib-is-below',
      severity: 'error',
      from: { path: '^src/web/lib/', ...notTests },
      to: { path: '^src/web/(app|pages|features|ui)/' },
    },
    {
      name: 'features-below-pages-and-app',
      severity: 'error',
      from: { path: '^src/web/features/', ...notTests },
      to: { path: '^src/web/(app|pages)/' },
    },
    {
      name: 'pages-below-app',
      severity: 'error',
      from: { path: '^src/web/pages/', ...notTests },
      to: { path: '^src/web/app/' },
    },
    {
      name: 'pages-stand-alone',
      severity: 'error',
      from: { path: '^src/web/pages/([^/]+)', ...notTests },
      to: { path: '^src/web/pages/', pathNot: '^src/web/pages/$1' },
    },
    {
      name: 'product-not-to-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^test/', '\\.test\\.tsx?$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|json|woff2|svg)$|^virtual:|\\?' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
