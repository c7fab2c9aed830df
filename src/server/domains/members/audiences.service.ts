import { isPrivateAudience, type Audience, type ItemKind } from '#shared/audience.ts'
import type { Db } from '#server/db/database.ts'

/** What a call says of the audience of something; older clients know only private or not. */
interface GivenAudience {
  audience?: Audience | undefined
  isPrivate?: boolean | undefined
}

/**
 * The audience that something is to have: as the call says, else as it is, else what the member chose for new ones.
 * `isPrivate` leaves what is so already, and opens something as the member's new ones are, to members where these are
 * private too.
 */
export async function chooseAudience(
  db: Db,
  memberId: string,
  kind: ItemKind,
  { audience, isPrivate }: GivenAudience,
  present?: Audience,
): Promise<Audience> {
  if (audience !== undefined) return audience
  if (present !== undefined && (isPrivate ?? isPrivateAudience(present)) === isPrivateAudience(present))
    return present
  if (isPrivate) return 'me'
  const chosen = await selectChosen(db, memberId, kind, { lock: present === undefined })
  return present !== undefined && isPrivateAudience(chosen) ? 'members' : chosen
}

/** For whom a member's new ones of a kind are; with `lock` it stays so until the transaction ends. */
async function selectChosen(
  db: Db,
  memberId: string,
  kind: ItemKind,
  { lock }: { lock: boolean },
): Promise<Audience> {
  const row = await db
    .selectFrom('members')
    .select(`${kind}_audience as audience`)
    .where('id', '=', memberId)
    .$if(lock, (query) => query.forShare())
    .executeTakeFirst()
  return row?.audience ?? 'me'
}
