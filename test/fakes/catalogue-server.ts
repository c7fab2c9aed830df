import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Catalogue } from '#built-in/catalogue/catalogue.ts'

/** The catalogue over real HTTP, on a free port of the loopback. */
export async function serveCatalogue(
  catalogue: Pick<Catalogue, 'fetch'>,
): Promise<{ url: string; close(): Promise<void> }> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string') headers.set(name, value)
    }
    const address = new URL(request.url ?? '/', 'http://catalogue.test')
    const answered = await catalogue.fetch(address, { method: request.method ?? 'GET', headers })
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.end(Buffer.from(await answered.arrayBuffer()))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
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
