import type { APIResponse, Page, Route } from '@playwright/test'

/** What a server that failed answers. */
const failure = JSON.stringify({
  error: 'Something went wrong.',
  code: 'server.failed',
  requestId: 'journey',
})

/** Calls to the address answer 500 and never reach the server. Gives the function that ends it. */
export async function refuse(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: failure }),
  )
  return () => page.unroute(address)
}

/**
 * Calls to the address reach the server and are done there, but the browser is told 500: what a member
 * meets when a proxy gives up. Gives the function that ends it.
 */
export async function loseAnswers(page: Page, address: string): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId }) => {
    void session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 500,
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      body: Buffer.from(failure).toString('base64'),
    })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: address, requestStage: 'Response' }] })
  return () => session.detach()
}

/**
 * What the server answers. A connection that is reset is tried once more, as a browser does: the server closes idle
 * ones, and one of them may just be taken. A status that tells of a failure is never tried again, and a server that
 * drops connections shows in all calls that the browser makes by itself.
 */
export function answerOf(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 1 })
}

/** From now on the page is told something else than the server answers at the address. */
export function changeAnswers<Answer extends object>(
  page: Page,
  address: string,
  change: (answer: Answer, url: URL) => Answer,
): Promise<unknown> {
  return page.route(address, async (route) => {
    const response = await answerOf(route)
    const answer = (await response.json()) as Answer
    await route.fulfill({ response, json: change(answer, new URL(route.request().url())) })
  })
}

const refused = (status: number, code: string, headers = {}) => {
  const body = JSON.stringify({ error: 'Something went wrong.', code, requestId: 'journey' })
  const named = Object.entries({ 'content-type': 'application/json', ...headers })
  return {
    responseCode: status,
    responseHeaders: named.map(([name, value]) => ({ name, value })),
    body: Buffer.from(body).toString('base64'),
  }
}

/** What becomes of a call, by what is wrong; `lost`: it is done, and its answer does not arrive. */
const faults = {
  failing: refused(500, 'server.failed'),
  limited: refused(429, 'request.rate_limited', { 'retry-after': '7' }),
  full: refused(507, 'server.storage_full'),
  down: 'ConnectionRefused',
  lost: 'ConnectionReset',
} as const

export type Fault = keyof typeof faults

/** What a browser's console says of these faults. */
export const faultLines = [/ (429|500|507) /, /ERR_CONNECTION_(REFUSED|RESET)/]

/**
 * From now on calls to the address that `meant` is true for meet what `mode` says. While it is `slow` they wait for
 * `goOn`. `told` counts those that met a fault. Asked of the browser itself: with routes of Playwright's it would keep no
 * files, and load the app anew for every page.
 */
export async function faultyNetwork(
  page: Page,
  address: string,
  mode: Fault | 'slow' | 'well',
  meant: (method: string) => boolean = () => true,
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const session = await page.context().newCDPSession(page)
  const network = { mode, told: 0, goOn: resolve, end: () => session.detach() }
  const meet = async (requestId: string, method: string, isAnswered: boolean) => {
    if (meant(method) && network.mode === 'slow') await promise
    if (!meant(method) || network.mode === 'well' || network.mode === 'slow')
      return session.send('Fetch.continueRequest', { requestId })
    const fault = faults[network.mode]
    if (network.mode === 'lost' && !isAnswered)
      return session.send('Fetch.continueRequest', { requestId, interceptResponse: true })
    if (typeof fault === 'string') await session.send('Fetch.failRequest', { requestId, errorReason: fault })
    else await session.send('Fetch.fulfillRequest', { requestId, ...fault })
    network.told += 1
  }
  session.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode }) => {
    // The page that asked may be gone.
    meet(requestId, request.method, responseStatusCode !== undefined).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: address }] })
  return network
}

/**
 * From the next page on what waits a second or some, as a query does before it asks again, waits a tenth of it: how often
 * is asked matters to a screen, not how long that takes.
 */
export function hurry(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const later = window.setTimeout
    window.setTimeout = ((work: () => void, ms = 0, ...given: unknown[]) =>
      later(work, ms >= 1000 && ms <= 5000 ? ms / 10 : ms, ...given)) as typeof setTimeout
  })
}
