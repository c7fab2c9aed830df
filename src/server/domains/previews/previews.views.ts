import type {
  FilmPreview,
  LinkPreview,
  ListPreview,
  ProfilePreview,
  ReviewPreview,
} from '#server/adapters/pictures/previews/preview.ts'
import { standInIds } from '#server/core/audience.ts'
import type { TitleReader } from '#shared/film-titles.ts'
import type { Locale } from '#shared/locale.ts'
import { maxInteger } from '#shared/integers.ts'
import type { Context } from '#server/context.ts'
import { pictureUrl, posterUrl } from '#server/domains/films/films.views.ts'
import { findCachedFilm } from '#server/domains/films/films.service.ts'
import { filmTexts } from '#server/domains/films/titles.service.ts'
import { listCards } from '#server/domains/lists/lists.views.ts'
import { logViews } from '#server/domains/logs/logs.views.ts'
import type { Subject } from './addresses.ts'
import { shownPicture } from '#server/domains/media/media.service.ts'
import { isOpenToGuests } from '#server/domains/members/members.service.ts'
import { selectMember } from './previews.queries.ts'

/** The viewer of previews: a stand-in for a member that does not exist, and not a guest. */
const nobody = (locale: Locale) => ({
  id: standInIds.member,
  titles: { language: locale, choice: 'my-language' } satisfies TitleReader,
})

/**
 * The preview of a subject; null, after the same work, when it does not exist or is not for all members. The film
 * source is never asked.
 */
export function previewView(
  ctx: Context,
  { type, id }: Subject,
  locale: Locale,
): Promise<LinkPreview | null> {
  switch (type) {
    case 'movie':
      return film(ctx, Number(id), locale)
    case 'review':
      return review(ctx, id, locale)
    case 'list':
      return list(ctx, id, locale)
    case 'profile':
      return profile(ctx, id, locale)
  }
}

/** A size that every film has and that is large enough; the app uses the original. */
const backdropUrl = (path: string | null) => pictureUrl(path, 'w1280')

async function film(ctx: Context, id: number, locale: Locale): Promise<FilmPreview | null> {
  const known = id <= maxInteger ? await findCachedFilm(ctx, id) : null
  if (!known) return null
  const { title, overview, poster } = await filmTexts(ctx, nobody(locale).titles, known)
  return {
    type: 'movie',
    locale,
    id,
    title: plainText(title),
    releaseDate: known.release_date,
    runtime: known.runtime,
    poster: poster ?? posterUrl(known.poster_path),
    backdrop: backdropUrl(known.backdrop_path),
    overview: plainText(overview),
  }
}

async function review(ctx: Context, id: string, locale: Locale): Promise<ReviewPreview | null> {
  const [log] = await logViews(ctx, nobody(locale), [id], 0)
  if (!log || !(await isOpenToGuests(ctx.db, log.user._id))) return null
  const { movie, user } = log
  return {
    type: 'review',
    locale,
    id,
    film: {
      id: movie.id,
      title: plainText(movie.title),
      releaseDate: movie.release_date,
      runtime: movie.runtime,
      poster: movie.posterOverride ?? movie.poster,
      backdrop: log.backdrop?.replace('/t/p/original/', '/t/p/w1280/') ?? null,
    },
    author: { id: user._id, username: user.username, avatar: await shownPicture(ctx, user.avatar) },
    rating: log.rating,
  }
}

async function list(ctx: Context, id: string, locale: Locale): Promise<ListPreview | null> {
  const [card] = await listCards(ctx, nobody(locale), [id])
  if (!card || !(await isOpenToGuests(ctx.db, card.user._id))) return null
  return {
    type: 'list',
    locale,
    id,
    title: plainText(card.title),
    author: {
      id: card.user._id,
      username: card.user.username,
      avatar: await shownPicture(ctx, card.user.avatar),
    },
    filmsCount: card.filmsCount,
    isRanked: card.isRanked,
    cover: await shownPicture(ctx, card.coverImage),
    posters: card.posters,
  }
}

async function profile(ctx: Context, id: string, locale: Locale): Promise<ProfilePreview | null> {
  const member = await selectMember(ctx.db, id)
  if (!member) return null
  const name = plainText(member.name ?? '')
  return {
    type: 'profile',
    locale,
    id,
    username: member.username,
    name: name === '' ? null : name,
    avatar: await shownPicture(ctx, member.avatar),
    backdrop: (await shownPicture(ctx, member.backdrop))?.replace('/t/p/original/', '/t/p/w1280/') ?? null,
    filmsCount: member.films_count,
  }
}

/** Controls, and what turns the direction of the text after it around (Unicode TR 9). */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]+/gu

/** Joiners, fillers and the like: invisible by themselves, though parts of words and emoji. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/**
 * A text of a member or the film source, as one line that cannot affect the text around it; empty when nothing of it
 * is visible.
 */
function plainText(text: string): string {
  return blank.test(text) ? '' : text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim()
}
