import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { call, isRefusal, type Rest } from './api.ts'

/** Like `call`, of a deletion. Done, too, is what is gone already: by another device, or by a call whose answer was lost. */
export async function callDeletion<E extends AnyEndpoint>(endpoint: E, ...rest: Rest<E>): Promise<void> {
  try {
    await call(endpoint, ...rest)
  } catch (error) {
    if (!isRefusal(error) || error.status !== 404) throw error
  }
}
