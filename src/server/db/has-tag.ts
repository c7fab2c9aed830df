import { sql } from 'kysely'

/**
 * A condition on rows with `tags`, under any alias: has one of the tags, in any letter case. It must begin with
 * exactly the expression of the indexes `logs_member_tags` and `lists_member_tags`.
 */
export const hasTag = (tags: string[]) => sql<boolean>`
  (tags <> '{}' and exists (
    select from unnest(tags) as one where lower(one) in (select lower(wanted) from unnest(${tags}::text[]) as wanted)
  ))`
