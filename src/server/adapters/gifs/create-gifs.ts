import type { Config } from '#server/config.ts'
import type { Logger } from '#server/core/logger.ts'
import { createBuiltInGifs } from './built-in-gifs.ts'
import { createCachedGifs } from './cached-gifs.ts'
import type { Upstream } from '../upstream.ts'
import type { GifProvider } from './gif-provider.ts'
import { createGiphyGifs } from './giphy-gifs.ts'
import { createKlipyGifs } from './klipy-gifs.ts'

/** The provider that the operator chose, else the drawn pack. */
export function createGifs({ gifs }: Pick<Config, 'gifs'>, logger: Logger, upstream: Upstream): GifProvider {
  const { provider, apiKey, baseUrl } = gifs
  if (provider === 'giphy')
    return createCachedGifs(
      createGiphyGifs({ baseUrl: baseUrl ?? 'https://api.giphy.com/v1', apiKey, logger, upstream }),
    )
  if (provider === 'klipy')
    return createCachedGifs(
      createKlipyGifs({ baseUrl: baseUrl ?? 'https://api.klipy.com/api/v1', apiKey, logger, upstream }),
    )
  return createBuiltInGifs()
}
