import { sql } from 'kysely'
import { audienceKinds, isNarrower, type Audiences } from '#shared/audience.ts'
import { defaultFilmTitles, type FilmTitleChoice } from '#shared/film-titles.ts'
import { defaultSpoilers, type SpoilerChoice } from '#shared/spoiler-choice.ts'
import type { ExportRhythm } from '#shared/api/members.ts'
import type { Locale } from '#shared/locale.ts'
import type { Db } from '#server/db/database.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'

/** The member's own pictures; the row is locked against other changes of the profile. */
export function lockPictures(db: Db, memberId: string) {
  return db
    .selectFrom('members')
    .select(['avatar', 'backdrop'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The films on the member's profile; the row is locked. */
export async function lockFavourites(db: Db, memberId: string): Promise<number[]> {
  const row = await db
    .selectFrom('members')
    .select('favorite_film_ids')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.favorite_film_ids ?? []
}

export interface ProfileChange {
  bio?: string
  avatar?: string | null
  backdrop?: string | null
  favorite_film_ids?: number[]
  /** As JSON. */
  socials?: string
  discoverable?: boolean
  search_engines?: boolean
  lesser_known_films?: boolean
  spoilers?: SpoilerChoice
  film_titles?: FilmTitleChoice
  scheduled_export?: ExportRhythm
  locale?: Locale
  welcomed_at?: Date
}

export async function updateProfile(db: Db, memberId: string, change: ProfileChange): Promise<void> {
  await db.updateTable('members').set(change).where('id', '=', memberId).execute()
}

/** Sets those choices of a member that still have their default. */
export async function importChoices(
  db: Db,
  memberId: string,
  {
    titles,
    lesserKnown,
    spoilers,
  }: { titles: FilmTitleChoice; lesserKnown: boolean; spoilers: SpoilerChoice },
): Promise<void> {
  await sql`
    update members set
      film_titles = case when film_titles = ${defaultFilmTitles} then ${titles} else film_titles end,
      lesser_known_films = lesser_known_films or ${lesserKnown},
      spoilers = case when spoilers = ${defaultSpoilers} then ${spoilers} else spoilers end
    where id = ${memberId} and (film_titles = ${defaultFilmTitles} and ${titles} <> ${defaultFilmTitles}
      or not lesser_known_films and ${lesserKnown}
      or spoilers = ${defaultSpoilers} and ${spoilers} <> ${defaultSpoilers})`.execute(db)
}

/** Imports narrower audiences for parts whose audience the member has not changed. */
export async function narrowAudiences(db: Db, memberId: string, given: Partial<Audiences>): Promise<void> {
  for (const kind of audienceKinds) {
    const audience = given[kind]
    if (audience === undefined || !isNarrower(audience, 'members')) continue
    const column = `${kind}_audience` as const
    await db
      .updateTable('members')
      .set({ [column]: audience })
      .where('id', '=', memberId)
      .where(column, '=', 'members')
      .execute()
  }
}

export interface FavouriteFilmRow extends Omit<TitledFilm, 'release_date'> {
  /** The member's own poster for this film. */
  override_path: string | null
}

/** The films on a member's profile, in the order of the ids; unknown ones are left out. */
export async function selectFavouriteFilms(
  db: Db,
  { memberId, reader }: { memberId: string; reader: TitleReader },
  ids: number[],
): Promise<FavouriteFilmRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FavouriteFilmRow>`
    select ${titledFilmColumns(reader)}, o.poster_path as override_path
    from unnest(${ids}::integer[]) with ordinality as wanted (id, position)
    join films f on f.id = wanted.id
    left join poster_overrides o on o.member_id = ${memberId} and o.film_id = f.id
    order by wanted.position`.execute(db)
  return rows
}
