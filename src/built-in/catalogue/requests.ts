import type { WireErrorBody, WirePage } from '#built-in/catalogue/wire.ts'

/** A refusal in the film database's own terms; becomes the answer's status and body. */
export class Refusal extends Error {
  readonly httpStatus: number
  readonly body: WireErrorBody

  constructor(httpStatus: number, statusCode: number, message: string) {
    super(message)
    this.httpStatus = httpStatus
    this.body = { success: false, status_code: statusCode, status_message: message }
  }
}

export const refusals = {
  key: () => new Refusal(401, 7, 'Invalid API key: You must be granted a valid key.'),
  missing: () => new Refusal(404, 34, 'The resource you requested could not be found.'),
  id: () => new Refusal(404, 6, 'Invalid id: The pre-requisite id is invalid or not found.'),
  page: () =>
    new Refusal(
      400,
      22,
      'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.',
    ),
  parts: () =>
    new Refusal(400, 27, 'Too many append to response objects: The maximum number of remote calls is 20.'),
  parameters: () => new Refusal(422, 5, 'Invalid parameters: Your request parameters are incorrect.'),
  method: () => new Refusal(405, 42, 'This request method is not supported for this resource.'),
}

const pageSize = 20
const lastPage = 500

/** The `page` of a request: 1 when absent. @throws Refusal 22 for anything but a whole number of 1 to 500. */
export function pageOf(query: URLSearchParams): number {
  const text = query.get('page') ?? '1'
  const page = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (page < 1 || page > lastPage) throw refusals.page()
  return page
}

/** One page of 20 of what was found; pages after the last are empty. */
export function paged<Item>(
  found: readonly number[],
  query: URLSearchParams,
  item: (index: number) => Item,
): WirePage<Item> {
  const page = pageOf(query)
  return {
    page,
    results: found.slice((page - 1) * pageSize, page * pageSize).map(item),
    total_pages: Math.ceil(found.length / pageSize),
    total_results: found.length,
  }
}

/** The language part of `language` in lower case; `en` when absent. */
export function languageOf(query: URLSearchParams): string {
  return (query.get('language') || 'en').split(/[-_]/)[0]?.toLowerCase() || 'en'
}

/** The parts named in `append_to_response`. @throws Refusal 27 when there are more than 20. */
export function partsOf(query: URLSearchParams): string[] {
  const parts = (query.get('append_to_response') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length > 20) throw refusals.parts()
  return [...new Set(parts)]
}

/** The number of a path such as `603` or `603-the-matrix`. @throws Refusal 6 when it is not one. */
export function idOf(text: string): number {
  const digits = /^(\d{1,10})(?:-.*)?$/.exec(text)?.[1]
  if (digits === undefined) throw refusals.id()
  return Number(digits)
}
