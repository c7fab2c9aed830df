import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { Renderer } from '#built-in/artwork/render.ts'
import { fail } from '#server/core/errors.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'
import type { Pictures, PreviewPicture } from './pictures.ts'

const width = 1200
const height = 630

const keptBytes = 16 * 1024 * 1024
const keptMs = hourMs
/** How long a preview with a missing picture is kept, as that may be available soon. */
const partialMs = minuteMs

/**
 * Pictures of link previews, 1200 × 630, drawn once for all who ask meanwhile. They are kept in memory only: what
 * became private or was deleted must not stay behind on a disk.
 */
export function createPreviewPictures(renderer: Renderer): Pictures['preview'] {
  const kept = new LRUCache<string, PreviewPicture>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const join = createSingleFlight<PreviewPicture>()
  const drawing = bulkhead(4, 60)

  return async (key, prepare) => {
    const known = kept.get(key)
    if (known) return known
    const draw = async () => {
      const { svg, pictures, isWhole } = await prepare()
      const bytes = await renderer.render(svg, { width, height, format: 'jpeg', pictures })
      const made: PreviewPicture = { bytes, contentType: 'image/jpeg', isWhole }
      kept.set(key, made, { ttl: isWhole ? keptMs : partialMs })
      return made
    }
    return join(key, () =>
      drawing.execute(draw).catch((error: unknown) => {
        if (!isBulkheadRejectedError(error)) throw error
        throw fail('server.unavailable', { retryAfter: 10, cause: error })
      }),
    )
  }
}
