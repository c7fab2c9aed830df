import type {
  FilmPreview,
  ListPreview,
  LinkPreview,
  ProfilePreview,
  ReviewPreview,
} from '#server/adapters/pictures/previews/preview.ts'
import { englishReader } from '#shared/film-titles.ts'
import type { Context } from '#server/context.ts'
import { pictureUrl, posterUrl } from '#server/domains/films/films.views.ts'
import { findCachedFilm } from '#server/domains/films/films.service.ts'
import { listCards } from '#server/domains/lists/lists.views.ts'
import { logViews } from '#server/domains/logs/logs.views.ts'
import type { Subject } from './addresses.ts'
import { findMember } from './previews.queries.ts'

/** Whoever reads a preview is nobody: the rules of who sees what are asked for a member that cannot be. */
const nobody = { id: '00000000-0000-0000-0000-000000000000', titles: englishReader }

/** Film numbers are integers of the database. */
const largestNumber = 2_147_483_647

/** Null for what is not there and for what is not everybody's, after the same work. The source is never asked. */
export function previewView(ctx: Context, { type, id }: Subject): Promise<LinkPreview | null> {
  switch (type) {
    case 'movie':
      return film(ctx, Number(id))
    case 'review':
      return review(ctx, id)
    case 'list':
      return list(ctx, id)
    case 'profile':
      return profile(ctx, id)
  }
}

/** A size that any film has and that is enough; the app shows the original. */
const backdropUrl = (path: string | null) => pictureUrl(path, 'w1280')

async function film(ctx: Context, id: number): Promise<FilmPreview | null> {
  const known = id <= largestNumber ? await findCachedFilm(ctx, id) : null
  return (
    known && {
      type: 'movie',
      id,
      title: plainText(known.title),
      releaseDate: known.release_date,
      runtime: known.runtime,
      poster: posterUrl(known.poster_path),
      backdrop: backdropUrl(known.backdrop_path),
      overview: plainText(known.overview),
    }
  )
}

async function review(ctx: Context, id: string): Promise<ReviewPreview | null> {
  const [log] = await logViews(ctx, nobody, [id], 0)
  if (!log) return null
  const { movie, user } = log
  return {
    type: 'review',
    id,
    film: {
      id: movie.id,
      title: plainText(movie.title),
      releaseDate: movie.release_date,
      runtime: movie.runtime,
      poster: movie.posterOverride ?? movie.poster,
      backdrop: log.backdrop?.replace('/t/p/original/', '/t/p/w1280/') ?? null,
    },
    author: { id: user._id, username: user.username, avatar: user.avatar },
    rating: log.rating,
  }
}

async function list(ctx: Context, id: string): Promise<ListPreview | null> {
  const [card] = await listCards(ctx, nobody, [id])
  if (!card) return null
  return {
    type: 'list',
    id,
    title: plainText(card.title),
    author: { id: card.user._id, username: card.user.username, avatar: card.user.avatar },
    filmsCount: card.filmsCount,
    isRanked: card.isRanked,
    cover: card.coverImage,
    posters: card.posters,
  }
}

async function profile(ctx: Context, id: string): Promise<ProfilePreview | null> {
  const member = await findMember(ctx.db, id)
  if (!member) return null
  const name = plainText(member.name ?? '')
  return {
    type: 'profile',
    id,
    username: member.username,
    name: name === '' ? null : name,
    avatar: member.avatar,
    backdrop: member.backdrop?.replace('/t/p/original/', '/t/p/w1280/') ?? null,
    filmsCount: member.films_count,
  }
}

/** Controls, and what turns the direction of the text after it around (Unicode TR 9). */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]+/gu

/** Joiners, fillers and the like: parts of words and emoji, but nothing by themselves. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/**
 * What a member or the film source wrote, in one line that cannot reach into the text around it; empty where nothing
 * of it would be seen.
 */
function plainText(text: string): string {
  return blank.test(text) ? '' : text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim()
}
