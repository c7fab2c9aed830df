import { sql } from 'kysely'
import type { ReportedContent } from '#shared/api/moderation.ts'
import type { Role } from '#shared/api/members.ts'
import type { ReportKind } from '#shared/moderation.ts'
import type { Db } from '#server/db/database.ts'
import { listOpenTo } from '#server/domains/lists/lists.views.ts'
import { logVisibleTo } from '#server/domains/logs/logs.views.ts'
import { maySee, maySeeReply } from '#server/core/audience.ts'
import { uuid } from '#server/core/uuid.ts'

/** Something that can be reported, as it is now. */
export interface ReportTarget {
  kind: ReportKind
  id: string
  authorId: string | null
  content: ReportedContent
  isHidden: boolean
  /** Its audience is its author alone, so nobody else can have seen its present content, moderators included. */
  isForAuthorAlone: boolean
  /** Where a comment hangs: below a log or a list. */
  thread: { logId: string | null; listId: string | null }
}

interface TargetRow extends ReportedContent {
  author_id: string | null
  hidden_at: Date | null
  log_id: string | null
  list_id: string | null
  alone: boolean
}

const noThread = sql`null::uuid as log_id, null::uuid as list_id`
const nothingButImage = sql`null::text as title, '' as text, null::text as gif, false as spoilers, false as alone, ${noThread}`

/** Selects a thing of a kind by its id if the viewer may see it; for moderators, where the viewer is null, any. */
const statements: Record<
  Exclude<ReportKind, 'address'>,
  (id: string, viewerId: string | null) => ReturnType<typeof sql>
> = {
  member: (id, viewerId) => sql`
    select m.id as author_id, m.limited_at as hidden_at, '@' || m.username || coalesce(' · ' || m.name, '') as title,
      concat_ws(E'\n', nullif(m.bio, ''), nullif((
        select string_agg(value, E'\n') from jsonb_each_text(m.socials)
      ), '')) as text, m.avatar as image, null::text as gif, false as spoilers, false as alone, ${noThread}
    from members m where m.id = ${id}::uuid and m.pending_since is null
      and ${viewerId === null ? sql`true` : maySee(viewerId, 'm.id')}`,
  log: (id, viewerId) => sql`
    select l.member_id as author_id, l.hidden_at, f.title, l.review as text, l.image, l.gif, l.spoilers, l.audience = 'me' as alone, ${noThread}
    from logs l join films f on f.id = l.film_id
    where l.id = ${id}::uuid and ${viewerId === null ? sql`true` : logVisibleTo(viewerId, 'l')}`,
  reply: (id, viewerId) => sql`
    select r.member_id as author_id, r.hidden_at, coalesce(f.title, i.title) as title, r.text, r.image, r.gif,
      r.spoilers, coalesce(l.audience, i.audience) = 'me' as alone, r.log_id, r.list_id
    from replies r left join logs l on l.id = r.log_id left join films f on f.id = l.film_id
    left join lists i on i.id = r.list_id
    where r.id = ${id}::uuid and not r.deleted and ${
      viewerId === null
        ? sql`true`
        : sql`${maySeeReply(viewerId, 'r')} and (${logVisibleTo(viewerId, 'l')} or ${listOpenTo(viewerId, 'i')})`
    }`,
  list: (id, viewerId) => sql`
    select l.member_id as author_id, l.hidden_at, l.title, l.description as text, l.cover as image, null::text as gif,
      false as spoilers, l.audience = 'me' as alone, ${noThread}
    from lists l where l.id = ${id}::uuid and ${viewerId === null ? sql`true` : listOpenTo(viewerId)}`,
  // Whoever knows the address of a picture may see it.
  picture: (path) => sql`
    select p.member_id as author_id, p.hidden_at, p.path as image, ${nothingButImage}
    from media p where p.path = ${path} and p.claimed and not p.removed`,
}

/** Undefined when it does not exist, or when the viewer may not see it. An id of the wrong form finds nothing. */
export async function selectTarget(
  db: Db,
  { kind, id }: { kind: ReportKind; id: string },
  viewerId: string | null,
): Promise<ReportTarget | undefined> {
  if (kind === 'address') {
    const content = { title: id, text: '', image: null, gif: null, spoilers: false }
    return {
      kind,
      id,
      authorId: null,
      content,
      isHidden: false,
      isForAuthorAlone: false,
      thread: { logId: null, listId: null },
    }
  }
  if (kind !== 'picture' && !uuid.test(id)) return undefined
  const { rows } = await sql<TargetRow>`${statements[kind](id, viewerId)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { author_id, hidden_at, alone, log_id: logId, list_id: listId, ...content } = row
  const isHidden = kind !== 'member' && hidden_at !== null
  return {
    kind,
    id: id.toLowerCase(),
    authorId: author_id,
    content,
    isHidden,
    isForAuthorAlone: alone,
    thread: { logId, listId },
  }
}

export interface MemberStanding {
  id: string
  username: string
  role: Role
  created_at: Date
  limited: boolean
  suspended: boolean
}

export async function selectStanding(db: Db, id: string): Promise<MemberStanding | undefined> {
  const { rows } = await sql<MemberStanding>`
    select id, username, role, created_at, limited_at is not null as limited, suspended_at is not null as suspended
    from members where id = ${id}`.execute(db)
  return rows[0]
}

/** Removes a picture from everything that shows it. */
export async function clearPicture(db: Db, path: string): Promise<void> {
  await sql`
    with of_members as (
        update members set avatar = nullif(avatar, ${path}), backdrop = nullif(backdrop, ${path})
        where ${path} in (avatar, backdrop) and id = (select member_id from media where path = ${path})
      ),
      of_logs as (update logs set image = null where image = ${path} and member_id = (select member_id from media where path = ${path})),
      of_replies as (update replies set image = null where image = ${path} and member_id = (select member_id from media where path = ${path}))
    update lists set cover = null
    where cover = ${path} and member_id = (select member_id from media where path = ${path})`.execute(db)
}

export async function updateLimited(db: Db, memberId: string, at: Date | null): Promise<void> {
  await db.updateTable('members').set({ limited_at: at }).where('id', '=', memberId).execute()
}
