import type * as z from 'zod/mini'
import type { gifDetails } from '#shared/api/fields.ts'
import type { TitleReader } from '#shared/film-titles.ts'
import { parseGifAddress } from '#shared/gif.ts'
import { pickLocale } from '#shared/locale.ts'
import { drawnGif } from '#server/adapters/gifs/built-in-gifs.ts'

/** Columns of a GIF that are joined to the row of a log or reply; null when it has none. */
export interface GifColumns {
  /** Its address. */
  gif: string | null
  gif_title: string | null
  gif_width: number | null
  gif_height: number | null
}

/** What a GIF is called: one that is drawn here in the reader's language, another as its provider says. */
export function gifTitle(address: string, title: string, { language }: TitleReader): string {
  const gif = parseGifAddress(address)
  return (gif?.provider === 'scene' && drawnGif(gif.id, pickLocale([language]))?.title) || title
}

/** What is known of the GIF that a log or reply carries. */
export function gifDetailsView(row: GifColumns, titles: TitleReader): z.output<typeof gifDetails> {
  if (row.gif === null || row.gif_width === null || row.gif_height === null) return null
  return {
    title: gifTitle(row.gif, row.gif_title ?? '', titles),
    width: row.gif_width,
    height: row.gif_height,
  }
}
