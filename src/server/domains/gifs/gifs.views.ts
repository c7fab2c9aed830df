import type * as z from 'zod/mini'
import type { gifDetails } from '#shared/api/fields.ts'

/** Columns of a GIF's row beside whatever carries it; null where it has none. */
export interface GifColumns {
  gif_title: string | null
  gif_width: number | null
  gif_height: number | null
}

/** What is known of the GIF that a log or reply carries. */
export function gifDetailsView(row: GifColumns): z.output<typeof gifDetails> {
  if (row.gif_width === null || row.gif_height === null) return null
  return { title: row.gif_title ?? '', width: row.gif_width, height: row.gif_height }
}
