import * as z from 'zod/mini'
import type { BodyOf } from '#shared/api/endpoint.ts'
import type { FavouriteFilm, updateMember } from '#shared/api/members.ts'
import type { Profile } from '#web/features/members/members.api.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { storeIfRoom } from '#web/lib/storage.ts'

export type ProfileChanges = BodyOf<typeof updateMember>

/** Films; characters. The server checks again. */
export const maxFavourites = 4
export const maxBioLength = 180

/** In the order in which they are shown. */
export const socialKinds = ['X', 'youtube', 'instagram', 'tiktok', 'imdb', 'tmdb', 'website'] as const
export type SocialKind = (typeof socialKinds)[number]

/** What the member changed and did not save yet; what is absent is as the server has it. */
const profileDraft = z.object({
  bio: z.optional(z.string()),
  /** An address of the film source's picture; null takes the backdrop away. */
  backdrop: z.optional(z.nullable(z.string())),
  favoriteFilms: z.optional(
    z.array(
      z.object({
        tmdbId: z.number(),
        id: z.number(),
        title: z.string(),
        poster_path: z.nullable(z.string()),
        poster: z.nullable(z.string()),
        posterOverride: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  socials: z.optional(z.partialRecord(z.enum(socialKinds), z.string())),
})
export type ProfileDraft = z.output<typeof profileDraft>

const draftKey = (userId: string) => `profileDraft:${userId}`
/** Stored on its own: it is large, and the other fields are written at every key press. */
const photoKey = (userId: string) => `profileDraftPhoto:${userId}`

/** An empty draft when there is none. */
export function readProfileDraft(storage: Storage, userId: string): ProfileDraft {
  try {
    return profileDraft.parse(JSON.parse(storage.getItem(draftKey(userId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeProfileDraft(storage: Storage, userId: string, draft: ProfileDraft): void {
  storeIfRoom(storage, draftKey(userId), Object.keys(draft).length === 0 ? null : JSON.stringify(draft))
}

/** The cropped photo that was not uploaded yet, as a data address. */
function readPhoto(storage: Storage, userId: string): string | null {
  const stored = storage.getItem(photoKey(userId))
  return stored?.startsWith('data:image/') ? stored : null
}

function writePhoto(storage: Storage, userId: string, photo: string | null): void {
  storeIfRoom(storage, photoKey(userId), photo)
}

/** What the form shows. */
interface ProfileWithDraft {
  bio: string
  backdrop: string | null
  favoriteFilms: readonly FavouriteFilm[]
  socials: Record<SocialKind, string>
}

export function profileWithDraft(member: Profile, draft: ProfileDraft): ProfileWithDraft {
  const kept = member.profileBackdrop ?? member.backdrop
  return {
    bio: draft.bio ?? member.bio,
    backdrop: draft.backdrop === undefined ? kept : draft.backdrop,
    favoriteFilms: draft.favoriteFilms ?? member.favoriteFilms,
    socials: Object.fromEntries(
      socialKinds.map((kind) => [kind, draft.socials?.[kind] ?? member.socials[kind] ?? '']),
    ) as Record<SocialKind, string>,
  }
}

const sameFilms = (some: readonly FavouriteFilm[], others: readonly FavouriteFilm[]) =>
  some.length === others.length && some.every(({ tmdbId }, at) => tmdbId === others[at]?.tmdbId)

/** What is to be sent: only fields that differ from what the server has. Empty when nothing does. */
export function profileChanges(member: Profile, draft: ProfileDraft): ProfileChanges {
  const before = profileWithDraft(member, {})
  const now = profileWithDraft(member, draft)
  const links = socialKinds.map((kind) => [kind, now.socials[kind].trim()] as const)
  return {
    ...(now.bio === before.bio ? {} : { bio: now.bio }),
    ...(now.backdrop === before.backdrop ? {} : { backdrop: now.backdrop }),
    ...(sameFilms(now.favoriteFilms, before.favoriteFilms)
      ? {}
      : {
          favoriteFilms: now.favoriteFilms.map(({ tmdbId, title, poster_path }) => ({
            tmdbId,
            title,
            poster_path,
          })),
        }),
    // The server takes the whole map.
    ...(links.every(([kind, link]) => link === before.socials[kind])
      ? {}
      : { socials: Object.fromEntries(links.filter(([, link]) => link !== '')) }),
  }
}

export type ProfileDraftState = ReturnType<typeof useProfileDraft>

const saveFields = (userId: string, held: { draft: ProfileDraft } | null) =>
  writeProfileDraft(sessionStorage, userId, held?.draft ?? {})

const savePhoto = (userId: string, held: { photo: string | null } | null) =>
  writePhoto(sessionStorage, userId, held?.photo ?? null)

/** The form's unsaved values; they survive a reload and the way to the choice of a backdrop. */
export function useProfileDraft(userId: string) {
  const fields = useDraft<{ draft: ProfileDraft }>({
    key: userId,
    begin: () => ({ held: { draft: readProfileDraft(sessionStorage, userId) }, restored: false }),
    save: saveFields,
    atOnce: true,
  })
  /** Stored on its own: it is large, and the other fields are written at every key press. */
  const picture = useDraft<{ photo: string | null }>({
    key: userId,
    begin: () => ({ held: { photo: readPhoto(sessionStorage, userId) }, restored: false }),
    save: savePhoto,
    atOnce: true,
  })
  return {
    ...fields.held,
    /** The photo that was not uploaded yet, as a data address. */
    ...picture.held,
    set: (patch: ProfileDraft) => fields.change({ draft: { ...fields.current().draft, ...patch } }),
    setPhoto: (photo: string | null) => picture.change({ photo }),
    /** What is in the form at this moment: changes are there before the next render. */
    current: () => ({ ...fields.current(), ...picture.current() }),
    /** Saved or given up: forgets everything. */
    forget: () => {
      fields.forget(() => ({ draft: {} }))
      picture.forget(() => ({ photo: null }))
    },
  }
}
