import { sql } from 'kysely'
import { isLeftTo, maySee, maySeeWritten, type Viewing } from '#server/core/audience.ts'

/** Whether the viewer sees a list among others; `list` is its alias in the statement. */
export const visibleTo = (viewerId: Viewing, list = 'l') => maySeeWritten(viewerId, list)

/** Whether the viewer edits a list or is invited to; `list` is its alias in the statement. */
const isEditor = (viewerId: Viewing, list: string) => sql<boolean>`exists (
  select from list_editors e where e.list_id = ${sql.ref(`${list}.id`)} and e.member_id = ${viewerId})`

/**
 * Whether the viewer may open a list by its address: that also opens lists which are for whoever has the address, and
 * editors may open theirs.
 */
export const isMeantFor = (viewerId: Viewing, list = 'l') =>
  sql<boolean>`(${isLeftTo(viewerId, list)} or ${sql.ref(`${list}.hidden_at`)} is null
    and (${sql.ref(`${list}.audience`)} = 'link' or ${isEditor(viewerId, list)}))`

/** The same, and no block stands between viewer and owner and no moderator hid it. */
export const mayOpen = (viewerId: Viewing, list = 'l') =>
  sql<boolean>`(${maySee(viewerId, `${list}.member_id`)} and ${isMeantFor(viewerId, list)})`

/** Whether a notification may still name the list: the viewer sees it among others, or edits it. */
export const mayName = (viewerId: Viewing, list: string) =>
  sql<boolean>`(${visibleTo(viewerId, list)} or ${sql.ref(`${list}.hidden_at`)} is null
    and ${maySee(viewerId, `${list}.member_id`)} and ${isEditor(viewerId, list)})`
