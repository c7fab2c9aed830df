import type { EmbeddedPicture } from '#built-in/artwork/render.ts'

export interface Picture {
  bytes: Buffer
  contentType: string
  /** Another picture may be at its address later. */
  isProvisional?: boolean
}

/** A drawing of 1200 × 630 user units with pictures in it. */
export interface PreviewDrawing {
  svg: string
  pictures: (EmbeddedPicture | null)[]
  /** False when one of its pictures was not available. */
  isWhole: boolean
}

export interface PreviewPicture extends Picture {
  isWhole: boolean
}

export interface GifFile {
  provider: string
  id: string
  isStill: boolean
  /** Where the provider has it. */
  source: string
}

/** Pictures of films and people, by the film source's sizes and file names, and drawn art. */
export interface Pictures {
  /**
   * @param size e.g. `w500`, `original`; @param file e.g. `abc123.jpg` (no slash). Both may be anything a caller sends.
   * Answers null for anything that is not a picture of the source, and a poster in English, for now, where the film has
   * no title in the language of the address.
   * @param asker e.g. an address: pictures that have to be made are made a few at a time for each asker, so that none
   * keeps others waiting.
   * @throws film.source_down when the source's image host does not answer, or too many wait.
   */
  get(size: string, file: string, asker?: string): Promise<Picture | null>
  /**
   * Draws a picture that nobody asked for yet, when no other is being drawn and this process has little to do; nothing
   * for what is there already or is not drawn. @throws when the signal ends the wait
   */
  drawAhead(size: string, file: string, signal: AbortSignal): Promise<void>
  /**
   * `default-poster.webp`, `default-backdrop.webp`, `default-avatar.webp`, `wall-<language>.avif`, `avatar-<seed>.webp` and
   * the same 96 or 200 pixels wide, `avatar-<seed>-96.webp`; null otherwise. `asker` as for `get`.
   */
  art(file: string, asker?: string): Promise<Picture | null>
  /** A GIF of the drawn pack, or its still; null when there is none. */
  drawnGif(id: string, isStill: boolean): Promise<Picture | null>
  /**
   * A file of a GIF provider; null for addresses that are not of its hosts, and for what is no picture.
   * @throws gif.source_down when the host does not answer.
   */
  fetchedGif(file: GifFile): Promise<Picture | null>
  /**
   * The picture of a link preview, a JPEG of 1200 × 630. `key` stands for everything that is seen on it; `prepare` is
   * asked only where it is not at hand. @throws server.unavailable when too many wait
   */
  preview(key: string, prepare: () => Promise<PreviewDrawing>): Promise<PreviewPicture>
}
