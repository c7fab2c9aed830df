import type { gifProviders } from '#shared/api/gifs.ts'

export type GifProviderName = (typeof gifProviders)[number]

/** A GIF as its provider has it; sizes in pixels. */
export interface SourceGif {
  /** Letters, digits, `-` and `_`. */
  id: string
  title: string
  width: number
  height: number
  /** Where the server gets its files; null for those that Scene draws itself. */
  files: { moving: string; still: string } | null
}

/** 20 GIFs; `nextPage` is null at the end. */
export interface SourceGifPage {
  results: SourceGif[]
  nextPage: number | null
}

/** Pages count from 1. @throws gif.source_down */
export interface GifProvider {
  readonly name: GifProviderName
  trending(page: number): Promise<SourceGifPage>
  search(query: string, page: number): Promise<SourceGifPage>
}

export const gifsPerPage = 20
