import * as z from 'zod/mini'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/members.ts'
import { isWebsite, socialPage } from '#shared/socials.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Upload } from '#server/core/http/multipart.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { backdropUrl } from '#server/domains/films/films.views.ts'
import { namedPicture } from '#server/domains/films/pictures.service.ts'
import { claim, removeMedia, storeImage } from '#server/domains/media/media.service.ts'
import { ownProfileView } from './members.views.ts'
import { lockPictures, updateProfile, type ProfileChange } from './profile.queries.ts'

type Body = ParsedBody<typeof api.updateMember>

/** In code points; a longer bio is cut. */
const bioLength = 180
export const maxFavourites = 4

/** A backdrop at a size of the picture proxy (`/t/p/original/x.jpg`). */
const sourcePicture = /^\/t\/p\/[a-z0-9]+\/[\w-]+\.(jpg|jpeg|png|webp)$/

const invalid = (path: string, message: string) => fail('request.invalid', { issues: [{ path, message }] })

/** Changes what a member says of themself; fields that are absent stay. */
export async function updateMember(
  ctx: Context,
  viewer: Viewer,
  body: Body,
): Promise<AnswerOf<typeof api.updateMember>> {
  const change: ProfileChange = {}
  // By code points: half a character would be none.
  if (body.bio !== undefined) change.bio = Array.from(body.bio).slice(0, bioLength).join('')
  if (body.avatar !== undefined) change.avatar = body.avatar || null
  const backdrop = body.backdrop === undefined ? body.profileBackdrop : body.backdrop
  if (backdrop !== undefined) change.backdrop = ownBackdrop(ctx, backdrop)
  if (body.socials !== undefined) change.socials = JSON.stringify(cleanSocials(body.socials))
  if (body.discoverable !== undefined) change.discoverable = body.discoverable
  if (body.searchEngines !== undefined) change.search_engines = body.searchEngines
  if (body.lesserKnownFilms !== undefined) change.lesser_known_films = body.lesserKnownFilms
  if (body.spoilers !== undefined) change.spoilers = body.spoilers
  if (body.filmTitles !== undefined) change.film_titles = body.filmTitles
  if (body.scheduledExport !== undefined) change.scheduled_export = body.scheduledExport
  if (body.language !== undefined) change.locale = body.language
  if (body.welcomed) change.welcomed_at = ctx.now()
  if (body.favoriteFilms !== undefined)
    change.favorite_film_ids = await requireFilmIds(ctx, chosenIds(body.favoriteFilms))
  if (Object.keys(change).length > 0) await write(ctx, viewer, change)
  return {
    user: await ownProfileView(ctx, viewer.id, {
      ...viewer.titles,
      ...(body.filmTitles && { choice: body.filmTitles }),
    }),
  }
}

/** Stores a picture as the member's avatar, in place of the earlier one. */
export async function uploadAvatar(
  ctx: Context,
  viewer: Viewer,
  file: Upload | undefined,
): Promise<AnswerOf<typeof api.uploadAvatar>> {
  if (!file) throw fail('upload.missing')
  const avatar = await storeImage(ctx, { owner: viewer.id, kind: 'avatar', bytes: file.bytes })
  await write(ctx, viewer, { avatar })
  return { avatar }
}

function write(ctx: Context, viewer: Viewer, change: ProfileChange): Promise<void> {
  return ctx.transact(async (tx) => {
    const before = await lockPictures(tx.db, viewer.id)
    if (!before) throw fail('auth.required')
    const { avatar, backdrop } = change
    // A drawn avatar is no file: it may stay, but cannot be chosen.
    if (avatar && avatar !== before.avatar) await claim(tx, avatar, viewer.id, 'avatar')
    await updateProfile(tx.db, viewer.id, change)
    // These fields are cached by processes, which have to be told.
    if (avatar !== undefined || change.film_titles !== undefined || change.locale !== undefined)
      tx.announce(() => ctx.changes.report('member', viewer.id))
    await removeMedia(ctx, tx, [
      avatar !== undefined && avatar !== before.avatar ? before.avatar : null,
      backdrop !== undefined && backdrop !== before.backdrop ? before.backdrop : null,
    ])
  })
}

/** What a caller names by its address here or at the film source, or by the source's raw path. */
function ownBackdrop({ config }: Pick<Context, 'config'>, chosen: string | null): string | null {
  if (!chosen) return null
  const path = sourcePicture.test(chosen) ? chosen : backdropUrl(namedPicture(config.filmSource, chosen))
  if (path !== null && sourcePicture.test(path)) return path
  throw invalid('backdrop', 'not a backdrop of the film source')
}

function chosenIds(chosen: NonNullable<Body['favoriteFilms']>): number[] {
  const ids = chosen.map((film) => {
    const id = film.tmdbId ?? film.id
    if (id === undefined) throw invalid('favoriteFilms', 'a film without its number')
    return id
  })
  if (ids.length > maxFavourites || new Set(ids).size < ids.length) throw fail('member.favourites')
  return ids
}

async function requireFilmIds(ctx: Context, ids: number[]): Promise<number[]> {
  const films = await Promise.all(ids.map((id) => requireFilm(ctx, id)))
  return films.map((film) => film.id)
}

function cleanSocials(given: NonNullable<Body['socials']>): NonNullable<Body['socials']> {
  const cleaned: NonNullable<Body['socials']> = {}
  for (const key of z.keyof(api.socials).options) {
    const text = given[key]?.trim()
    if (!text) continue
    if (key === 'website') {
      if (!isWebsite(text)) throw fail('member.website')
      cleaned[key] = text
      continue
    }
    const page = socialPage(key, text)
    if (!page) {
      const issues = [{ path: `socials.${key}`, message: 'neither a name nor an address on that site' }]
      throw fail('member.social', { issues })
    }
    cleaned[key] = page.short
  }
  return cleaned
}
