import { isPrivateAudience, type Audience, type ItemKind } from '#shared/audience.ts'
import type { Db } from '#server/db/database.ts'

/** The audience in a request; older clients know only private or not. */
interface GivenAudience {
  audience?: Audience | undefined
  isPrivate?: boolean | undefined
}

/**
 * The audience of something that is written: the one in the request, else the current one, else the member's default
 * for new items. `isPrivate: true` keeps an item that is private already; `isPrivate: false` opens it to the default
 * audience, or to members when that is private too.
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

/** The default audience of a member's new items of a kind; with `lock` it stays so until the transaction ends. */
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
