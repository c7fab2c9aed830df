import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { routePatterns } from '#shared/paths.ts'
import { textsOf, type PageName } from '#web/app/page-texts.ts'
import { flatten, type Tree } from '#web/i18n/flatten.ts'

const root = 'src/web/'

/** Which file a text is in, `account`, by its key without the form of a plural. */
const partOf = new Map<string, string>()
for (const path of globSync(`${root}i18n/en.*.json`)) {
  const part = basename(path).split('.')[1] ?? ''
  for (const key of flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree).keys())
    partOf.set(key, part).set(key.replace(/_(?:one|other)$/, ''), part)
}

interface Module {
  keys: Set<string>
  imports: Set<string>
  /** What is loaded later, and the texts that come with it (`withTexts`). */
  later: { path: string; parts: string[] }[]
  /** What it waits for by itself before it shows anything (`await needTexts`). */
  waitsFor: string[]
}

function pathOf(specifier: string, from: string): string | null {
  if (!/\.tsx?$/.test(specifier)) return null
  if (specifier.startsWith('#web/')) return join(root, specifier.slice(5))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : null
}

const strings = (nodes: readonly ts.Node[]) =>
  nodes.filter((node) => ts.isStringLiteral(node)).map(({ text }) => text)

const isCallOf = (node: ts.Node, name: string): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name

/** By itself or with others, `await Promise.all([…])`. */
const isAwaited = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node.parent) ||
  (ts.isExpression(node.parent) && !ts.isFunctionLike(node.parent) && isAwaited(node.parent))

const isTypeOnly = ({ importClause }: ts.ImportDeclaration) =>
  importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword

/** The beginning of a key that ends in a variable stands for all such keys; errors are waited for where a call fails. */
function keysIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return partOf.has(node.text) ? [node.text] : []
  if (!ts.isTemplateExpression(node) || !/^\w+\./.test(node.head.text) || node.head.text === 'errors.')
    return []
  return [...partOf.keys()].filter((key) => key.startsWith(node.head.text))
}

function parse(path: string): Module {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const module: Module = { keys: new Set(), imports: new Set(), later: [], waitsFor: [] }
  const visit = (node: ts.Node): void => {
    for (const key of keysIn(node)) module.keys.add(key)
    if (ts.isImportDeclaration(node)) {
      const target = isTypeOnly(node) ? null : pathOf((node.moduleSpecifier as ts.StringLiteral).text, path)
      if (target !== null) module.imports.add(target)
      return
    }
    if (isCallOf(node, 'needTexts') && isAwaited(node)) module.waitsFor.push(...strings(node.arguments))
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const target = pathOf(strings(node.arguments)[0] ?? '', path)
      const parts = isCallOf(node.parent, 'withTexts') ? strings(node.parent.arguments) : []
      if (target !== null) module.later.push({ path: target, parts })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return module
}

const modules = new Map<string, Module>()

function read(path: string): Module {
  const module = modules.get(path) ?? parse(path)
  modules.set(path, module)
  return module
}

/** What the shell says after a login, which leads to home. */
const afterLogin = new Set([
  'auth.login.success',
  'auth.google.success',
  'auth.return.text',
  'auth.return.action',
])

/** These say of each page where its code is; each is a start of its own. */
const tables = new Set([`${root}app/routes.tsx`, `${root}app/member-pages.ts`])
const navigation = `${root}app/nav.tsx`

/** Where the code of each page is: `name: () => import('…')`, or a constant that does so. */
function pagePaths(): Map<string, string> {
  const code = [...tables].map((path) => readFileSync(path, 'utf8')).join('\n')
  const constants = new Map(
    [
      ...code.matchAll(
        /^const (\w+) = [^\n]*(?:\n {2}[^\n]*)*?import\('#web\/(pages\/[\w-]+\.page\.tsx)'\)/gm,
      ),
    ].map(([, name = '', path = '']) => [name, path]),
  )
  const entries = [
    ...code.matchAll(/^ {2}(\w+)(?:: (?:\(\) => import\('#web\/(pages\/[\w.-]+)'\)|(\w+)))?,$/gm),
  ].flatMap(([, name = '', path, constant = name]) => {
    const found = path ?? constants.get(constant)
    return found === undefined ? [] : [[name, root + found] as const]
  })
  return new Map(entries)
}

const pages = pagePaths()

/** Texts that can be shown before they are here, on the way from a page through all that it loads. */
function missing(name: PageName, path: string): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string, parts: ReadonlySet<string>): void => {
    const state = `${file} ${[...parts].toSorted().join()}`
    if (seen.has(state) || tables.has(file)) return
    seen.add(state)
    const module = read(file)
    const there = new Set([...parts, ...module.waitsFor])
    for (const key of module.keys)
      if (!there.has(partOf.get(key) ?? '') && (parts.has('home') || !afterLogin.has(key)))
        found.add(`${file}: ${key} is in ${partOf.get(key) ?? ''}`)
    for (const next of module.imports) visit(next, there)
    // Nobody is signed in where the navigation's texts are not waited for, or it is not shown.
    for (const { path: next, parts: own } of module.later)
      if (next !== navigation || parts.has('home')) visit(next, new Set([...there, ...own]))
  }
  const parts = new Set(['account', ...textsOf(name)])
  visit(`${root}main.tsx`, parts)
  visit(path, parts)
  return [...found]
}

it('knows where every page is', () => {
  expect([...pages.keys()].toSorted()).toEqual([...Object.keys(routePatterns), 'notFound'].toSorted())
})

it.each([...pages] as [PageName, string][])('%s shows no text that has not come', (name, path) => {
  expect(missing(name, path)).toEqual([])
})

it('sees the texts of a screen', () => {
  expect(read(pages.get('login') ?? '').imports.size).toBeGreaterThan(3)
  expect(read(`${root}features/accounts/guest/login-form.tsx`).keys.size).toBeGreaterThan(5)
  expect(read(`${root}features/films/poster-tile.tsx`).later).toContainEqual({
    path: `${root}features/logs/dialog/quick-actions.tsx`,
    parts: ['first', 'app'],
  })
})

it.each(['en', 'ar', 'fr'])('every text is in one file: %s', (locale) => {
  const keys = globSync(`${root}i18n/${locale}.*.json`).flatMap((path) => [
    ...flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree).keys(),
  ])
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

it.each(['ar', 'fr'])('a text is in the same file as in English: %s', (locale) => {
  const base = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')
  const elsewhere = globSync(`${root}i18n/${locale}.*.json`).flatMap((path) => {
    const part = basename(path).split('.')[1]
    const keys = [...flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree).keys()]
    return keys.filter((key) => (partOf.get(key) ?? partOf.get(base(key))) !== part)
  })
  expect(elsewhere).toEqual([])
})
