import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { generalErrors, needsSession, type AnyEndpoint } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { scopeTexts } from '#shared/token-scopes.ts'
import { rules } from './adapters/rate-limit/limits.ts'
import { apiPage } from './api-page.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(endpoint: AnyEndpoint): Json[] {
  const of = (place: 'path' | 'query', schema: z.core.$ZodType | undefined) => {
    if (!schema) return []
    const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (json.required?.includes(name) ?? false),
      schema: property,
    }))
  }
  return [...of('path', endpoint.params), ...of('query', endpoint.query)]
}

function requestBody(endpoint: AnyEndpoint): Json | undefined {
  if (!endpoint.body && !endpoint.files) return undefined
  const schema = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object', properties: {} }
  if (!endpoint.files) return { required: true, content: { 'application/json': { schema } } }
  const files = Object.fromEntries(
    endpoint.files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]),
  )
  const properties = { ...(schema['properties'] as Json), ...files }
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } }
}

/**
 * OpenAPI 3.1 cannot describe an event stream, so the schema of the data of `progress` events is given as
 * `contentSchema`.
 */
const eventsSchema = (events: z.core.$ZodType): Json => ({
  type: 'string',
  description:
    'Server-sent events with JSON data: `progress` (as below), then `answer` (as in application/json) or `error` (as every error)',
  contentMediaType: 'application/json',
  contentSchema: schemaOf(events, 'output'),
})

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** The code of an error and what it says, in a line of its own. */
const errorLine = (code: ErrorCode) => `\`${code}\`: ${errors[code].text}`

/** Error responses by status. Errors that any endpoint may answer are listed once, under `default`. */
function failures(endpoint: AnyEndpoint): Json {
  const lines = new Map<number, string[]>([[429, [limitText(endpoint)]]])
  const add = (code: ErrorCode) => {
    const { status } = errors[code]
    lines.set(status, [...(lines.get(status) ?? []), errorLine(code)])
  }
  if (needsSession(endpoint.access)) add('auth.required')
  if (endpoint.access === 'operator') add('request.not_found')
  if (endpoint.own !== 'none') add('request.not_yours')
  for (const code of endpoint.errors) add(code)
  const responses = [...lines].map(([status, texts]) => [
    status,
    {
      description: texts.join('\n\n'),
      ...(status === 429 && {
        headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
      }),
      content: errorContent,
    },
  ])
  return { ...Object.fromEntries(responses), default: { $ref: '#/components/responses/Error' } }
}

function limitText({ limit, access }: AnyEndpoint): string {
  const { points, seconds } = rules[limit]
  const counted = access === 'guest' ? 'an address' : 'a member'
  return `More than ${points} calls in ${seconds} seconds by ${counted}, together with all that count on \`${limit}\``
}

/** A call accepts any one of these: a session, or a personal token with the scope that is named. */
function security({ access, scope }: AnyEndpoint): Json[] {
  if (!needsSession(access)) return []
  const session = { session: access === 'operator' ? ['operator'] : [] }
  if (scope === 'none' || scope === 'session') return [session]
  return [session, { personalToken: scope === 'any' ? [] : [scope] }]
}

const tokenText = [
  'A token that a member makes under Settings, Feeds and keys: `scn_pat_`, 30 letters and digits, and 6 that are their CRC32 in base 62. It is shown once, ends after the days that were chosen, and may call only what its scopes allow. It goes into the header `Authorization: Bearer …`, never into an address: a call with a token in its query is refused. No token can make tokens, change how one signs in, delete the account or act as an operator. It makes at most 600 reads and 120 writes a minute, which count on the member’s limits too.',
  'Sockets at `/socket.io` take it as `auth.token` or in that header: `notification` needs `notifications:read`, `feed` needs `logs:read`, `import` needs `import:read`. They are cut when the token ends.',
  ...Object.entries(scopeTexts).map(([scope, text]) => `\`${scope}\`: ${text}.`),
].join('\n\n')

function operation(domain: string, name: string, endpoint: AnyEndpoint): Json {
  const body = requestBody(endpoint)
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    security: security(endpoint),
    parameters: parameters(endpoint),
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: 'Done',
        content: endpoint.file
          ? { [endpoint.file]: {} }
          : {
              'application/json': { schema: schemaOf(endpoint.answer, 'output') },
              ...(endpoint.events && { 'text/event-stream': { schema: eventsSchema(endpoint.events) } }),
            },
      },
      ...failures(endpoint),
    },
  }
}

/** The contract as OpenAPI 3.1, from the same descriptors that the server mounts. */
function buildApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const { domain, name, endpoint } of registry) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(domain, name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scene',
      version: '1',
      description:
        'The calls of Scene. Make a personal token under Settings, Feeds and keys, or sign in with `POST /api/auth/login`, and send the token as a bearer header. Arrays take `limit` and `cursor`; the next cursor comes in `X-Next-Cursor`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session, which may do all that its member may',
        },
        personalToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'scn_pat_<30 letters and digits><CRC32 in base 62>',
          description: tokenText,
        },
      },
      responses: {
        Error: {
          description: [
            'What went wrong: the English text, a stable code and the id of the request',
            ...generalErrors.map(errorLine),
          ].join('\n\n'),
          content: errorContent,
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code', 'requestId'],
          properties: {
            error: { type: 'string' },
            code: { enum: Object.keys(errors) },
            requestId: { type: 'string' },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: {
                  path: { type: 'string' },
                  message: { type: 'string' },
                  params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
                },
              },
            },
          },
        },
      },
    },
  }
}

/** `/api/openapi.json` for machines, `/api/docs` for people. */
export function apiDocumentRoutes(app: FastifyInstance) {
  let built: { document: Json; page: ReturnType<typeof apiPage> } | undefined
  // Built on the first request, since few ask for it and a start should not wait for it.
  const parts = () => {
    if (built) return built
    const document = buildApiDocument()
    built = { document, page: apiPage(document) }
    return built
  }
  app.get('/api/openapi.json', async (_request, reply) => reply.send(parts().document))
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(parts().page.html),
  )
  app.get('/api/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(parts().page.css),
  )
}
