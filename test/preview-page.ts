import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'

const source = await readFile(resolve(import.meta.dirname, '../src/web/index.html'), 'utf8')

/** The page that tells nothing about what it shows. */
export const plainPage = source.replace(/<!--\/?about-->/g, '')

/** A folder as of built web files, with nothing but the page. */
export async function buildWebFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'scene-web-'))
  await writeFile(join(folder, 'index.html'), source)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const [start = '', end = ''] = plainPage
  .split(/<title>[\s\S]*friends watched\."\s+\/>/)
  .map((part) => part.trim())

const text = '([^<>"\']*)'
const forms = [
  new RegExp(`^<(title)>${text}</title>$`),
  new RegExp(`^<meta (?:name|property)="([a-z:_]+)" content="${text}">$`),
  new RegExp(`^<link rel="(canonical)" href="${text}">$`),
  new RegExp(`^<link rel="(alternate)" type="application/json\\+oembed" href="${text}" title="[^<>"']*">$`),
  /^<script type="application\/(ld\+json)">([^<>&]*)<\/script>$/,
]

const unescaped = (value: string) =>
  value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/**
 * The tags of a link preview by their name, and its data. Each must be whole and alone in its line, in the place of
 * the plain page's: whatever was typed opens no other.
 */
export function readPreview(html: string) {
  expect(html.startsWith(start)).toBe(true)
  expect(html.trim().endsWith(end)).toBe(true)
  const head = html.trim().slice(start.length, -end.length).trim()
  const tags = new Map<string, string>()
  for (const line of head.split('\n').map((one) => one.trim())) {
    const match = forms.map((form) => form.exec(line)).find((found) => found !== null)
    expect(match, line).toBeDefined()
    tags.set(match?.[1] ?? '', unescaped(match?.[2] ?? ''))
  }
  return { tags, data: JSON.parse(tags.get('ld+json') ?? '') as Record<string, unknown> }
}
