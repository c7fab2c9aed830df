import { sql } from 'kysely'

/**
 * Has one of the tags, in whatever case: a condition on rows that have `tags`, under any alias. The indexes
 * `logs_member_tags` and `lists_member_tags` have its first words.
 */
export const hasTag = (tags: string[]) => sql<boolean>`
  (tags <> '{}' and exists (
    select from unnest(tags) as one where lower(one) in (select lower(wanted) from unnest(${tags}::text[]) as wanted)
  ))`
