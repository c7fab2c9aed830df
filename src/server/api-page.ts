import { apiExamples } from './api-examples.ts'
import { escapeHtml } from './core/http/escape-html.ts'

type Json = Record<string, unknown>

/** A JSON schema in one readable line: `{ _id: string, likes: string[] }`. */
function describe(schema: unknown, depth = 0): string {
  if (typeof schema !== 'object' || schema === null) return 'any'
  const s = schema as Json
  if (Array.isArray(s['enum'])) return s['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in s) return JSON.stringify(s['const'])
  const options = s['anyOf'] ?? s['oneOf']
  if (Array.isArray(options)) return options.map((option) => describe(option, depth)).join(' | ')
  if (s['type'] === 'array') return `${describe(s['items'], depth)}[]`
  if (s['type'] !== 'object') return typeof s['type'] === 'string' ? s['type'] : 'any'
  const properties = Object.entries((s['properties'] ?? {}) as Json)
  if (properties.length === 0) return s['additionalProperties'] ? 'map' : '{}'
  const required = Array.isArray(s['required']) ? s['required'] : []
  const indent = '  '.repeat(depth + 1)
  const lines = properties.map(
    ([name, property]) =>
      `${indent}${name}${required.includes(name) ? '' : '?'}: ${describe(property, depth + 1)}`,
  )
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function contentOf(part: unknown): string {
  const content = (part as { content?: Record<string, { schema?: unknown }> } | undefined)?.content
  if (!content) return ''
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<p class="type">${escapeHtml(type)}</p><pre>${escapeHtml(describe(schema))}</pre>`,
    )
    .join('')
}

interface Operation {
  operationId: string
  summary: string
  security: { session?: string[]; personalToken?: string[] }[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: unknown
  responses: Record<string, { description?: string }>
}

/** The paragraphs of a description in Markdown. */
const markdown = (text: string) =>
  escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>')

function section(path: string, method: string, operation: Operation): string {
  const [session, token] = operation.security
  const access = token
    ? (token.personalToken?.[0] ?? 'any token')
    : session
      ? (session.session?.[0] ?? 'session only')
      : 'guest'
  const rows = operation.parameters
    .map(
      ({ name, in: place, required, schema }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${required ? 'yes' : 'no'}</td><td><code>${escapeHtml(describe(schema))}</code></td></tr>`,
    )
    .join('')
  const table = rows
    ? `<table><thead><tr><th>Parameter</th><th>In</th><th>Required</th><th>Type</th></tr></thead><tbody>${rows}</tbody></table>`
    : ''
  const body = contentOf(operation.requestBody)
  const failures = Object.entries(operation.responses)
    .filter(([status]) => status !== '200' && status !== 'default')
    .map(([status, { description = '' }]) => `<tr><td>${status}</td><td>${markdown(description)}</td></tr>`)
    .join('')
  return `<details id="${operation.operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span> <i>${access}</i></summary>${table}${body ? `<h3>Sends</h3>${body}` : ''}<h3>Answers</h3>${contentOf(operation.responses['200'])}<h3>Fails with</h3><table><tbody>${failures}</tbody></table></details>`
}

/** The API document as a page without scripts. */
export function apiPage(document: Json): { html: string; css: string } {
  const byDomain = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Json>))
    for (const [method, value] of Object.entries(methods)) {
      const operation = value as Operation & { tags: string[] }
      const domain = operation.tags[0] ?? ''
      byDomain.set(domain, [...(byDomain.get(domain) ?? []), section(path, method, operation)])
    }
  const sections = [...byDomain].map(
    ([domain, operations]) => `<section><h2>${domain}</h2>${operations.join('')}</section>`,
  )
  const { title, description } = document['info'] as { title: string; description: string }
  const { responses, securitySchemes } = document['components'] as {
    responses: { Error: { description: string } }
    securitySchemes: { personalToken: { description: string } }
  }
  const examples = apiExamples
    .map(
      ({ title, language, code }) =>
        `<h3>${escapeHtml(title)}</h3><pre><code class="language-${language}">${escapeHtml(code)}</code></pre>`,
    )
    .join('')
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>${title} API</h1><p>${markdown(description)}</p><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1)</p><section id="tokens"><h2>Personal tokens</h2><p>${markdown(securitySchemes.personalToken.description)}</p><h3>Examples</h3><p>They read the address of this Scene from <code>SCENE_URL</code> and a token from <code>SCENE_TOKEN</code>. JavaScript runs in Node.js as it stands.</p>${examples}</section><details><summary>Errors of every call</summary><p>${markdown(responses.Error.description)}</p></details>${sections.join('')}</main></body></html>`,
    css,
  }
}

const css = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#faf9fc,#0b0a10);color:light-dark(#17131f,#f4f2f8)}
main{max-inline-size:60rem;margin-inline:auto;padding:2rem 1rem}
h2{text-transform:capitalize;margin-block:2rem .5rem}h3{margin-block:1rem .25rem;font-size:1rem}
a{color:light-dark(#6425d0,#b9a3ff)}
details{border:1px solid light-dark(#dcd6e7,#332e45);border-radius:8px;padding:.5rem .75rem;margin-block:.5rem}
summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
summary span{color:light-dark(#514962,#bdb6cd)}summary i{margin-inline-start:auto;font-style:normal;font-size:.8rem;color:light-dark(#655c78,#9c94b0)}
b{min-inline-size:4rem;color:light-dark(#6425d0,#b9a3ff)}
pre{overflow:auto;padding:.75rem;border-radius:8px;background:light-dark(#f2eff7,#1c1927);font-size:.85rem}
table{border-collapse:collapse;inline-size:100%;font-size:.9rem}th,td{text-align:start;padding:.25rem .5rem;border-block-end:1px solid light-dark(#dcd6e7,#332e45)}
.type{margin-block:.25rem;font-size:.8rem;color:light-dark(#655c78,#9c94b0)}`
