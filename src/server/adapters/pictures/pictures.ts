export interface Picture {
  bytes: Buffer
  contentType: string
}

/** Pictures of films and people, by the film source's sizes and file names, and drawn art. */
export interface Pictures {
  /**
   * @param size e.g. `w500`, `original`; @param file e.g. `abc123.jpg` (no slash). Both may be anything a caller sends.
   * Answers null for anything that is not a picture of the source.
   * @throws film.source_down when the source's image host does not answer.
   */
  get(size: string, file: string): Promise<Picture | null>
  /** `default-poster.webp`, `default-backdrop.webp`, `default-avatar.webp`, `avatar-<seed>.webp`; null otherwise. */
  art(file: string): Promise<Picture | null>
}
