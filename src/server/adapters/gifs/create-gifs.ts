import type { Config } from '#server/config.ts'
import type { Logger } from '#server/core/logger.ts'
import { createBuiltInGifs } from './built-in-gifs.ts'
import type { GifProvider } from './gif-provider.ts'

/** The provider that the operator chose, else the drawn pack. */
export function createGifs(_config: Pick<Config, 'gifs'>, _logger: Logger): GifProvider {
  return createBuiltInGifs()
}
