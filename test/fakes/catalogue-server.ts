import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Catalogue } from '#catalogue/catalogue.ts'

/** The catalogue over real HTTP, on a free port of the loopback unless one is given. */
export async function serveCatalogue(
  catalogue: Pick<Catalogue, 'fetch'>,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string') headers.set(name, value)
    }
    catalogue
      .fetch(new URL(request.url ?? '/', 'http://catalogue.test'), {
        method: request.method ?? 'GET',
        headers,
      })
      .then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers))
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
      .catch((error: unknown) => {
        response.writeHead(500, { 'content-type': 'text/plain' })
        response.end(String(error))
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
