import { audienceKinds, audiences } from '#shared/audience.ts'
import * as z from 'zod'
import { filmTitleChoices } from '#shared/film-titles.ts'
import { spoilerChoices } from '#shared/spoiler-choice.ts'

/** Scene's own export; every field is described in docs/export.md. A change that old readers cannot take is a new version. */
export const formatName = 'scene-export'
export const formatVersion = 1

const stars = z.number().min(0.5).max(5).multipleOf(0.5).nullable()

const sceneFilm = z.object({
  tmdbId: z.int(),
  title: z.string(),
  /** Exports of earlier versions have none. */
  originalTitle: z.string().nullish(),
  /** What its member saw it called; older exports have none. */
  shownTitle: z.string().optional().catch(undefined),
  year: z.int().nullable(),
})
export type SceneFilm = z.output<typeof sceneFilm>

/** Whom it is for; older exports say only whether it is private, or nothing. */
const audience = z.enum(audiences).optional().catch(undefined)

/** What a log or list came by that was imported; nothing for what was made in Scene. */
const origin = z.string().max(300).nullish()

export const sceneLog = z.object({
  id: z.string(),
  origin,
  film: sceneFilm,
  rating: stars,
  review: z.string(),
  /** Older exports have none. */
  reviewEmphasis: z.array(z.number()).optional().catch(undefined),
  spoilers: z.boolean(),
  watchedOn: z.string().nullable(),
  rewatchCount: z.int(),
  /** Older exports have none. */
  seenOnly: z.boolean().optional(),
  audience,
  tags: z.array(z.string()),
  gif: z.string().nullable(),
  image: z.string().nullable(),
  backdrop: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SceneLog = z.output<typeof sceneLog>

export const sceneWatchlistItem = z.object({
  film: sceneFilm,
  private: z.boolean(),
  audience,
  addedAt: z.string(),
})
export type SceneWatchlistItem = z.output<typeof sceneWatchlistItem>

export const sceneFavourite = z.object({ film: sceneFilm, audience, addedAt: z.string() })
export type SceneFavourite = z.output<typeof sceneFavourite>

/** What is given a film now; stars that were taken away are null. */
export const sceneRating = z.object({
  film: sceneFilm,
  rating: stars,
  /** Else a log says so. */
  byHand: z.boolean(),
  givenAt: z.string(),
})
export type SceneRating = z.output<typeof sceneRating>

export const sceneList = z.object({
  id: z.string(),
  origin,
  title: z.string(),
  description: z.string(),
  private: z.boolean(),
  audience,
  ranked: z.boolean(),
  cover: z.string().nullable(),
  /** Older exports have neither tags nor notes. */
  tags: z.array(z.string()).nullish(),
  films: z.array(sceneFilm.extend({ note: z.string().nullish() })),
  /** Older exports have none, and an import asks nobody. */
  editors: z
    .array(z.object({ username: z.string(), askedAt: z.string(), agreedAt: z.string().nullable() }))
    .nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SceneList = z.output<typeof sceneList>

/** Of a log or of a list; `by` is null where their author is gone. */
export const sceneReply = z.object({
  id: z.string(),
  /** Without a film where the exporter might not see the log any more. */
  log: z.object({ id: z.string(), by: z.string().nullable(), film: sceneFilm.nullable() }).nullable(),
  /** Exports that are older lack it. */
  list: z.object({ id: z.string(), by: z.string().nullable(), title: z.string() }).nullable().default(null),
  parentId: z.string().nullable(),
  text: z.string(),
  /** Exports that are older lack it. */
  spoilers: z.boolean().default(false),
  gif: z.string().nullable(),
  image: z.string().nullable(),
  createdAt: z.string(),
})
export type SceneReply = z.output<typeof sceneReply>

export const sceneLike = z.object({
  type: z.enum(['log', 'reply', 'list', 'saved-list']),
  id: z.string(),
  title: z.string(),
  by: z.string().nullable(),
  createdAt: z.string(),
})
export type SceneLike = z.output<typeof sceneLike>

export const sceneFollow = z.object({
  type: z.enum(['following', 'follower']),
  username: z.string(),
  since: z.string(),
})
export type SceneFollow = z.output<typeof sceneFollow>

export const scenePoster = z.object({ film: sceneFilm, poster: z.string() })
export type ScenePoster = z.output<typeof scenePoster>

/** The part of `scene.json` that an import looks at. */
export const sceneHead = z.object({
  format: z.literal(formatName),
  version: z.int(),
  /** Exports that are older than a choice lack it. */
  member: z.object({
    favouriteFilms: z.array(sceneFilm),
    discoverable: z.boolean().nullish(),
    searchEngines: z.boolean().nullish(),
    locked: z.boolean().nullish(),
    filmTitles: z.enum(filmTitleChoices).optional().catch(undefined),
    lesserKnownFilms: z.boolean().optional(),
    spoilers: z.enum(spoilerChoices).optional().catch(undefined),
    audiences: z.partialRecord(z.enum(audienceKinds), z.enum(audiences)).optional().catch(undefined),
  }),
})
