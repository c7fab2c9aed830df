import * as z from 'zod/mini'
import { spoilerChoices } from '../spoiler-choice.ts'
import { filmTitleChoices } from '#shared/film-titles.ts'
import { locales } from '#shared/locale.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import {
  done,
  filmId,
  filmTitle,
  flag,
  id,
  line,
  memberRef,
  numeric,
  page,
  picture,
  text,
  viewedAs,
} from './fields.ts'

export const mute = z.object({
  /** Null: until it is taken back. */
  endsAt: z.nullable(z.string()),
  /** Their notifications do not come either. */
  notifications: z.boolean(),
})
export type Mute = z.output<typeof mute>

/** Handles by kind of link, or addresses of pages of that site; `website` is an http(s) address. */
export const socials = z.object({
  X: z.optional(z.string()),
  youtube: z.optional(z.string()),
  instagram: z.optional(z.string()),
  tiktok: z.optional(z.string()),
  imdb: z.optional(z.string()),
  tmdb: z.optional(z.string()),
  website: z.optional(z.string()),
})

/** A film on a profile; `poster` is a root-relative address, `poster_path` the source's raw path. */
export const favouriteFilm = z.object({
  tmdbId: z.number(),
  id: z.number(),
  ...filmTitle,
  poster_path: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  /** The member's own poster; always sent, though what a client makes itself has none. */
  posterOverride: z.optional(z.nullable(z.string())),
})
export type FavouriteFilm = z.output<typeof favouriteFilm>

const lock = {
  /** Members ask before they follow. */
  locked: z.optional(z.literal(true)),
  /** The viewer has asked. */
  requested: z.optional(z.literal(true)),
}

export const profile = z.object({
  _id: id,
  id,
  username: z.string(),
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  bio: z.string(),
  profileBackdrop: z.nullable(z.string()),
  backdrop: z.nullable(z.string()),
  /** Member ids, the newest 500; the counts carry the truth. */
  followers: z.array(id),
  following: z.array(id),
  followersCount: z.number(),
  followingCount: z.number(),
  /** Distinct films logged. */
  filmsCount: z.number(),
  isFollowing: z.boolean(),
  followsMe: z.boolean(),
  ...lock,
  favoriteFilms: z.array(favouriteFilm),
  socials,
  createdAt: z.string(),
})

/** What a member may do here; the operator's command line alone gives roles. */
export const roles = ['member', 'moderator', 'operator'] as const
export type Role = (typeof roles)[number]

export const exportRhythms = ['never', 'weekly', 'monthly'] as const
export type ExportRhythm = (typeof exportRhythms)[number]

/** `off`: none are made, whatever a member chose. */
export const exportDeliveries = ['off', 'folder', 'mail'] as const

/** One's own profile also holds what is shown to nobody else. */
const ownFields = {
  email: z.string(),
  emailVerified: z.boolean(),
  recentGifs: z.array(z.string()),
  /** May be shown to members who do not follow one yet: among suggestions, and with reviews on home. */
  discoverable: z.boolean(),
  /** Search engines may list one's pages for guests. */
  searchEngines: z.boolean(),
  /** Searches leave out no film for being little known. */
  lesserKnownFilms: z.boolean(),
  /** When spoilers are open without a press. */
  spoilers: z.enum(spoilerChoices),
  /** Which title of a film is shown first. */
  filmTitles: z.enum(filmTitleChoices),
  /** How often an export is made by itself. */
  scheduledExport: z.enum(exportRhythms),
  /** Where such exports go: the operator's choice. */
  exportDelivery: z.enum(exportDeliveries),
  /** Went through the first steps, or left them. */
  welcomed: z.boolean(),
  role: z.enum(roles),
}
export const ownProfile = z.extend(profile, ownFields)

/** A row in a list of members. */
export const memberRow = z.extend(memberRef, {
  name: z.nullable(z.string()),
  followersCount: z.number(),
  isFollowing: z.boolean(),
  followsMe: z.boolean(),
  ...lock,
})

export const getMember = endpoint({
  method: 'GET',
  path: '/api/users/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: ['member.not_found'],
  summary: 'A profile; e-mail, verification, recent GIFs and what one chose are given on one’s own only',
  params: z.object({ userId: id }),
  query: viewedAs,
  answer: z.extend(profile, {
    ...z.partial(z.object(ownFields)).shape,
    /** How the viewer muted the member, where they did; told to nobody else. */
    mute: z.optional(mute),
    /** Where one looks at one's own as somebody else: how many of one's logs they are not told of. */
    hiddenLogs: z.optional(z.number()),
  }),
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'profile:read',
  errors: [],
  summary: 'Members by name or username, best match first; without a query the newest (at most 100)',
  query: z.extend(page, { query: z.optional(text(100)) }),
  answer: z.array(z.extend(memberRow, { following: z.array(id) })),
  unchecked: true,
})

export const toggleFollow = endpoint({
  method: 'POST',
  path: '/api/users/:userId/follow/:targetId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['member.follow_self', 'member.new_account', 'member.not_found'],
  summary: 'Follow or unfollow, whichever is not so yet, or what `wanted` says; `userId` must be one’s own',
  params: z.object({ userId: id, targetId: id }),
  query: z.object({ wanted: z.optional(flag) }),
  answer: z.object({
    following: z.boolean(),
    followersCount: z.number(),
    requested: z.optional(z.boolean()),
  }),
})

const listOwner = z.object({ _id: id, username: z.string() })

export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/users/:userId/followers',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: ['member.not_found'],
  summary: 'Who follows a member, newest first (100 without `limit`)',
  params: z.object({ userId: id }),
  query: z.extend(page, viewedAs.shape),
  answer: z.object({ followers: z.array(memberRow), user: listOwner }),
})

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/users/:userId/following',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: ['member.not_found'],
  summary: 'Whom a member follows, newest first (100 without `limit`)',
  params: z.object({ userId: id }),
  query: z.extend(page, viewedAs.shape),
  answer: z.object({ following: z.array(memberRow), user: listOwner }),
})

/** A film to show on a profile, by either of the names of its number; title and poster are read from the film source. */
const chosenFilm = z.object({
  tmdbId: z.optional(filmId),
  id: z.optional(filmId),
  title: z.optional(text(2000)),
  poster_path: z.optional(z.nullable(line(500))),
})

const handle = z.optional(line(200))

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/users/:userId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'profile:write',
  errors: [
    'member.favourites',
    'member.website',
    'member.social',
    'member.not_found',
    'film.not_found',
    'film.source_down',
  ],
  summary:
    'Change one’s own profile; absent fields stay. A bio is cut at 180 characters; `null` or an empty string takes a picture or a link away',
  params: z.object({ userId: id }),
  body: z.object({
    bio: z.optional(text(10_000)),
    /** What an avatar upload answered. */
    avatar: z.optional(z.nullable(z.union([picture, z.literal('')]))),
    /** A backdrop of the film source: its raw path, its address there, or that of ours (`/t/p/original/…`). */
    backdrop: z.optional(z.nullable(line(500))),
    /** The same by the other name that a profile gives it. */
    profileBackdrop: z.optional(z.nullable(line(500))),
    /** At most 4, without doubles. */
    favoriteFilms: z.optional(z.array(chosenFilm).check(z.maxLength(50))),
    /** The whole map: kinds that are absent are taken away. */
    socials: z.optional(
      z.object({
        X: handle,
        youtube: handle,
        instagram: handle,
        tiktok: handle,
        imdb: handle,
        tmdb: handle,
        website: handle,
      }),
    ),
    discoverable: z.optional(flag),
    searchEngines: z.optional(flag),
    lesserKnownFilms: z.optional(flag),
    spoilers: z.optional(z.enum(spoilerChoices)),
    filmTitles: z.optional(z.enum(filmTitleChoices)),
    scheduledExport: z.optional(z.enum(exportRhythms)),
    /** The language of what is sent without being asked for. */
    language: z.optional(z.enum(locales)),
    /** The first steps are over, for ever. */
    welcomed: z.optional(z.literal(true)),
  }),
  answer: z.object({ user: ownProfile }),
})

export const deleteMember = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'session',
  errors: ['auth.step_up_required'],
  summary:
    'Delete one’s own account with every row and file of it; ends all its sessions. Who has a second step or a passkey confirms first who it is',
  params: z.object({ userId: id }),
  answer: done,
})

const avatarUpload = (path: '/api/upload/:userId/upload-avatar' | '/api/upload/avatar/:userId') =>
  endpoint({
    method: 'POST',
    path,
    access: 'member',
    limit: 'member.upload',
    own: 'userId',
    scope: 'profile:write',
    errors: ['upload.missing', 'upload.not_an_image', 'upload.too_large'],
    summary: 'Replace one’s own avatar by the file of the part `avatar`',
    params: z.object({ userId: id }),
    files: ['avatar'],
    answer: z.object({ avatar: z.string() }),
  })
export const uploadAvatar = avatarUpload('/api/upload/:userId/upload-avatar')
export const uploadAvatarById = avatarUpload('/api/upload/avatar/:userId')

export const removeFollower = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/followers/:followerId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: [],
  summary: 'Make a member stop following oneself; nothing happens when they do not',
  params: z.object({ userId: id, followerId: id }),
  answer: z.object({ followersCount: z.number() }),
})

export const listMutuals = endpoint({
  method: 'GET',
  path: '/api/users/:userId/mutuals',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'profile:read',
  errors: [],
  summary:
    'Members whom one follows and who follow back, the newest followed first (100 without `limit`); only one’s own',
  params: z.object({ userId: id }),
  query: page,
  answer: z.array(memberRow),
})

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/users/:userId/suggestions',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'profile:read',
  errors: [],
  summary:
    'Members whom one may like to follow (12 without `limit`, 24 at most): the most films in common first, then who logged last; only one’s own',
  params: z.object({ userId: id }),
  query: z.object({
    limit: z.optional(numeric(z.int().check(z.minimum(1), z.maximum(24)))),
  }),
  answer: z.array(
    z.extend(memberRow, {
      /** How many films both have logged. */
      filmsInCommon: z.number(),
      /** The two that the member logged last. */
      films: z.array(favouriteFilm),
    }),
  ),
})
export type Suggestion = AnswerOf<typeof listSuggestions>[number]
