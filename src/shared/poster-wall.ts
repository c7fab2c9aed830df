import type { Locale } from './locale.ts'

/** Widely known films whose drawings all differ, on the wall of the account screens. */
export const wallFilms = [
  129, 843, 603, 155, 496243, 62, 769, 8392, 680, 426, 348, 670, 694, 157336, 194, 598,
] as const

/** The first of them in one picture for phones, row by row. */
export const wallPicture = { columns: 5, rows: 2 } as const

/** Its address, with the titles in a language of Scene. */
export const wallPath = (locale: Locale) => `/art/wall-${locale}.avif`
