import * as z from 'zod'

/** The exact shapes of the catalogue's answers, from the film database's documentation; unknown fields are faults. */

const path = (kind: string, draw = '') => z.string().regex(new RegExp(`^/${kind}\\d+-[0-5]${draw}\\.jpg$`))
const filmFields = {
  adult: z.literal(false),
  backdrop_path: path('backdrop'),
  id: z.int().positive(),
  original_language: z.string().regex(/^[a-z]{2}$/),
  original_title: z.string().min(1),
  overview: z.string(),
  popularity: z.number().positive(),
  poster_path: path('poster', '-[a-n][0-5]'),
  release_date: z.iso.date(),
  imdb_id: z.nullable(z.string().regex(/^tt\d{7,8}$/)),
  translated_titles: z.strictObject({ ar: z.optional(z.string().min(1)), fr: z.optional(z.string().min(1)) }),
  title: z.string().min(1),
  video: z.literal(false),
  vote_average: z.number().min(0).max(10),
  vote_count: z.int().nonnegative(),
}
export const genre = z.strictObject({ id: z.int(), name: z.string().min(1) })
export const filmItem = z.strictObject({ ...filmFields, genre_ids: z.array(z.int()) })
export const mediaItem = z.strictObject({ ...filmItem.shape, media_type: z.literal('movie') })
export const personFields = {
  adult: z.literal(false),
  gender: z.literal(0),
  id: z.int().positive(),
  known_for_department: z.enum(['Acting', 'Directing']),
  name: z.string().min(1),
  popularity: z.number().positive(),
  profile_path: path('profile'),
}
export const personItem = z.strictObject({ ...personFields, original_name: z.string() })
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    page: z.int().min(1),
    results: z.array(item).max(20),
    total_pages: z.int(),
    total_results: z.int(),
  })
export const film = z.strictObject({
  ...filmFields,
  belongs_to_collection: z.null(),
  budget: z.literal(0),
  genres: z.array(genre),
  homepage: z.literal(''),
  origin_country: z.array(z.string().length(2)),
  overview_credit: z.nullable(
    z.strictObject({ text: z.literal('From Wikipedia, CC BY-SA 4.0, shortened'), url: z.url() }),
  ),
  production_companies: z.tuple([]),
  production_countries: z.array(
    z.strictObject({ iso_3166_1: z.string().length(2), name: z.string().min(3) }),
  ),
  revenue: z.literal(0),
  runtime: z.int().nonnegative(),
  spoken_languages: z.array(
    z.strictObject({ english_name: z.string().min(1), iso_639_1: z.string().length(2), name: z.string() }),
  ),
  status: z.literal('Released'),
  tagline: z.literal(''),
})
const creditId = z.string().regex(/^[0-9a-f]{24}$/)
const crewFields = { credit_id: creditId, department: z.literal('Directing'), job: z.literal('Director') }
export const credits = z.strictObject({
  cast: z.array(
    z.strictObject({
      ...personItem.shape,
      cast_id: z.int(),
      character: z.string(),
      credit_id: creditId,
      order: z.int(),
    }),
  ),
  crew: z.array(z.strictObject({ ...personItem.shape, ...crewFields })),
})
export const picture = z.strictObject({
  aspect_ratio: z.number(),
  height: z.int(),
  iso_639_1: z.nullable(z.string()),
  file_path: z.string(),
  vote_average: z.number(),
  vote_count: z.int(),
  width: z.int(),
})
export const externalIds = z.strictObject({
  imdb_id: z.nullable(z.string()),
  wikidata_id: z.nullable(z.string().regex(/^Q\d+$/)),
  facebook_id: z.null(),
  instagram_id: z.null(),
  twitter_id: z.null(),
})
export const parts = {
  credits,
  videos: z.strictObject({ results: z.tuple([]) }),
  'watch/providers': z.strictObject({ results: z.strictObject({}) }),
  release_dates: z.strictObject({ results: z.tuple([]) }),
  keywords: z.strictObject({ keywords: z.tuple([]) }),
  images: z.strictObject({
    backdrops: z.array(picture),
    logos: z.tuple([]),
    posters: z.array(picture),
  }),
  external_ids: externalIds,
  alternative_titles: z.strictObject({
    titles: z.array(z.strictObject({ iso_3166_1: z.string(), title: z.string(), type: z.string() })),
  }),
  translations: z.strictObject({
    translations: z.array(
      z.strictObject({
        iso_3166_1: z.string(),
        iso_639_1: z.string().length(2),
        name: z.string(),
        english_name: z.string().min(1),
        data: z.strictObject({
          homepage: z.string(),
          overview: z.string(),
          runtime: z.int(),
          tagline: z.string(),
          title: z.string().min(1),
        }),
      }),
    ),
  }),
}
export const lists = { similar: pageOf(filmItem), recommendations: pageOf(mediaItem) }
export const personCredits = z.strictObject({
  cast: z.array(
    z.strictObject({ ...filmItem.shape, character: z.string(), credit_id: creditId, order: z.int() }),
  ),
  crew: z.array(z.strictObject({ ...filmItem.shape, ...crewFields })),
})
