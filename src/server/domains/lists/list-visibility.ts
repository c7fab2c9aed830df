import { sql } from 'kysely'
import { isLeftTo, maySee, maySeeWritten, type Viewing } from '#server/core/audience.ts'

/** The one rule of who sees a list among others; `list` is what the statement calls it. */
export const visibleTo = (viewerId: Viewing, list = 'l') => maySeeWritten(viewerId, list)

/** Whether the viewer edits a list or is asked to; `list` is what the statement calls it. */
const isEditor = (viewerId: Viewing, list: string) => sql<boolean>`exists (
  select from list_editors e where e.list_id = ${sql.ref(`${list}.id`)} and e.member_id = ${viewerId})`

/** Whom a list is meant for that is asked for by its address, which opens what is for whoever has it, and to its editors. */
export const isMeantFor = (viewerId: Viewing, list = 'l') =>
  sql<boolean>`(${isLeftTo(viewerId, list)} or ${sql.ref(`${list}.hidden_at`)} is null
    and (${sql.ref(`${list}.audience`)} = 'link' or ${isEditor(viewerId, list)}))`

/** Whether nothing stands between the two besides. */
export const mayOpen = (viewerId: Viewing, list = 'l') =>
  sql<boolean>`(${maySee(viewerId, `${list}.member_id`)} and ${isMeantFor(viewerId, list)})`

/** The same of one that the viewer was told of, which is named while it is among others' lists or theirs to edit. */
export const mayName = (viewerId: Viewing, list: string) =>
  sql<boolean>`(${visibleTo(viewerId, list)} or ${sql.ref(`${list}.hidden_at`)} is null
    and ${maySee(viewerId, `${list}.member_id`)} and ${isEditor(viewerId, list)})`
