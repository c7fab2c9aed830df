/** Pictures of films and people, by the film source's sizes and file names. */
export interface Pictures {
  /**
   * @param size e.g. `w500`, `original`; @param file e.g. `abc123.jpg` (no slash).
   * Answers null for anything that is not a picture of the source.
   * @throws film.source_down when the source's image host does not answer.
   */
  get(size: string, file: string): Promise<{ bytes: Buffer; contentType: string } | null>
}
