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

/** What the server answers. As in a browser it is asked again where it had just closed an idle connection. */
export function answerOf(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 1 })
}
