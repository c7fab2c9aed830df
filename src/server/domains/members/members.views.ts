import {
  exportRhythms,
  profile as profileSchema,
  roles,
  type FavouriteFilm,
  type getMember,
  type memberRow,
  type Mute,
  type ownProfile,
} from '#shared/api/members.ts'
import { withoutDeadLinks } from '#shared/socials.ts'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { MemberRef } from '#shared/api/fields.ts'
import type * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { keptRows, rowCaches } from '#server/core/row-cache.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { titleView, type TitleReader } from '#server/domains/films/titles.views.ts'
import { filmTitleChoices } from '#shared/film-titles.ts'
import { defaultSpoilers, spoilerChoices } from '#shared/spoiler-choice.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { selectProfile, selectRefs, selectRows } from './members.queries.ts'
import { selectFavouriteFilms, type FavouriteFilmRow } from './profile.queries.ts'

type Profile = AnswerOf<typeof getMember>
export type OwnProfile = z.output<typeof ownProfile>
export type MemberRow = z.output<typeof memberRow>

const refs = rowCaches((ctx: Reads) => ({
  topic: 'member',
  max: keptRows,
  async load(ids: readonly string[]) {
    const rows = await selectRefs(databaseFor(ctx, ids.length), ids)
    return new Map<string, MemberRef>(
      rows.map((row) => [row.id, { _id: row.id, username: row.username, avatar: row.avatar }]),
    )
  },
  changed: { keyOf: (id: string) => id },
}))

/**
 * The few fields that other things show of a member, by id; ids without a member are absent. Cached in this process;
 * one statement for those that are not.
 */
export const memberRefs = (
  ctx: Reads & Pick<Context, 'changes'>,
  ids: readonly string[],
): Promise<Map<string, MemberRef>> => refs(ctx).get(ids)

/** Rows for lists of members, in the order of the ids; ids without a member are left out. One statement. */
export async function memberRows(ctx: Reads, viewer: { id: string }, ids: string[]): Promise<MemberRow[]> {
  return (await rowsInOrder(ctx, viewer, ids)).map(rowView)
}

/** Rows with the ids that each member follows (the newest 500), as `GET /api/users` gives them. One statement. */
export async function memberRowsWithFollowing(ctx: Reads, viewer: { id: string }, ids: string[]) {
  const rows = await rowsInOrder(ctx, viewer, ids, { following: true })
  return rows.map((row) => ({ ...rowView(row), following: row.following_ids ?? [] }))
}

type Reads = Pick<Context, 'db' | 'shortReads'>

async function rowsInOrder(ctx: Reads, viewer: { id: string }, ids: string[], more?: { following: boolean }) {
  if (ids.length === 0) return []
  return inOrder(ids, await selectRows(databaseFor(ctx, ids.length), viewer.id, ids, more))
}

function inOrder<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function rowView(row: Awaited<ReturnType<typeof selectRows>>[number]): MemberRow {
  return {
    _id: row.id,
    username: row.username,
    avatar: row.avatar,
    name: row.name,
    followersCount: row.followers_count,
    isFollowing: row.following !== null,
    followsMe: row.follower !== null,
    ...lockView(row),
  }
}

const lockView = ({ locked, requested }: { locked: boolean; requested: boolean }) => ({
  ...(locked && { locked: true as const }),
  ...(requested && { requested: true as const }),
})

/**
 * A profile as the viewer may see it: the e-mail address, its verification and the recent GIFs on
 * one's own only. Two statements.
 */
export async function profileView(
  ctx: Pick<Context, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id' | 'titles'>,
  id: string,
): Promise<Profile> {
  const row = await selectProfile(ctx.db, viewer.id, id)
  if (!row) throw fail('member.not_found')
  const view = await publicOf(ctx, row, viewer.titles)
  if (viewer.id === row.id) return ownOf(ctx, row, view)
  const { mute_notifications: notifications, mute_ends_at: ends_at } = row
  return notifications === null ? view : { ...view, mute: muteView({ notifications, ends_at }) }
}

export const muteView = (row: { notifications: boolean; ends_at: Date | null }): Mute => ({
  endsAt: row.ends_at?.toISOString() ?? null,
  notifications: row.notifications,
})

/**
 * One's own profile, with what nobody else sees; without a reader its films are named as the member wants them on the
 * whole. Two statements.
 */
export async function ownProfileView(
  ctx: Pick<Context, 'db' | 'config'>,
  memberId: string,
  reader?: TitleReader,
): Promise<OwnProfile> {
  const row = await selectProfile(ctx.db, memberId, memberId)
  if (!row) throw fail('member.not_found')
  return ownOf(
    ctx,
    row,
    await publicOf(ctx, row, reader ?? { language: row.locale, choice: titleChoice(row) }),
  )
}

type ProfileRow = NonNullable<Awaited<ReturnType<typeof selectProfile>>>

const titleChoice = (row: ProfileRow) =>
  filmTitleChoices.find((choice) => choice === row.film_titles) ?? 'my-language'

const roleOf = (row: { role: string }) => roles.find((role) => role === row.role) ?? 'member'

function ownOf(
  { config }: Pick<Context, 'config'>,
  row: ProfileRow,
  view: z.output<typeof profileSchema>,
): OwnProfile {
  return {
    ...view,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    recentGifs: row.recent_gifs,
    discoverable: row.discoverable,
    searchEngines: row.search_engines,
    lesserKnownFilms: row.lesser_known_films,
    spoilers: spoilerChoices.find((choice) => choice === row.spoilers) ?? defaultSpoilers,
    filmTitles: titleChoice(row),
    scheduledExport: exportRhythms.find((rhythm) => rhythm === row.scheduled_export) ?? 'never',
    exportDelivery: config.scheduledExport.delivery,
    welcomed: row.welcomed_at !== null,
    role: roleOf(row),
  }
}

async function publicOf(
  ctx: Pick<Context, 'db'>,
  row: ProfileRow,
  reader: TitleReader,
): Promise<z.output<typeof profileSchema>> {
  const { is_open: isOpen, has_open_favourites: showsFavourites } = row
  const filmIds = showsFavourites ? row.favorite_film_ids : []
  const films = await selectFavouriteFilms(ctx.db, { memberId: row.id, reader }, filmIds)
  const socials = isOpen ? profileSchema.shape.socials.safeParse(row.socials).data : undefined
  const backdrop = isOpen ? row.backdrop : null
  return {
    _id: row.id,
    id: row.id,
    username: row.username,
    name: row.name,
    avatar: row.avatar,
    bio: isOpen ? row.bio : '',
    profileBackdrop: backdrop,
    backdrop,
    followers: isOpen ? row.follower_ids : [],
    following: isOpen ? row.following_ids : [],
    followersCount: row.followers_count,
    followingCount: row.following_count,
    filmsCount: row.films_count,
    isFollowing: row.following !== null,
    followsMe: row.follower !== null,
    ...lockView(row),
    favoriteFilms: films.map((film) => favouriteFilmView(film, reader)),
    socials: withoutDeadLinks(socials ?? {}),
    createdAt: row.created_at.toISOString(),
  }
}

/** A film of a member's profile, favourites or last logs. */
export function favouriteFilmView(row: FavouriteFilmRow, reader: TitleReader): FavouriteFilm {
  return {
    tmdbId: row.id,
    id: row.id,
    ...titleView(row, reader),
    poster_path: row.poster_path,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
  }
}
