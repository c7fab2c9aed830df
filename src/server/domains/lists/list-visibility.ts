import { sql } from 'kysely'
import { maySee, maySeeWritten, type Viewing } from '#server/core/audience.ts'

/** The one rule of who sees a list among others; `list` is what the statement calls it. */
export const visibleTo = (viewerId: Viewing, list = 'l') => maySeeWritten(viewerId, list)

/** Whether the viewer edits a list or is asked to; `list` is what the statement calls it. */
const isEditor = (viewerId: Viewing, list: string) => sql<boolean>`exists (
  select from list_editors e where e.list_id = ${sql.ref(`${list}.id`)} and e.member_id = ${viewerId})`

/** The same of a list that is asked for by its address, which opens what is for whoever has it, and to its editors. */
export const mayOpen = (viewerId: Viewing, list = 'l') =>
  sql<boolean>`(${visibleTo(viewerId, list)} or ${sql.ref(`${list}.hidden_at`)} is null
    and ${maySee(viewerId, `${list}.member_id`)}
    and (${sql.ref(`${list}.audience`)} = 'link' or ${isEditor(viewerId, list)}))`

/** The same of one that the viewer was told of, which is named while it is among others' lists or theirs to edit. */
export const mayName = (viewerId: Viewing, list: string) =>
  sql<boolean>`(${visibleTo(viewerId, list)} or ${sql.ref(`${list}.hidden_at`)} is null
    and ${maySee(viewerId, `${list}.member_id`)} and ${isEditor(viewerId, list)})`
