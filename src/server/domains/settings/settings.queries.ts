import { sql } from 'kysely'
import type { ExportRhythm } from '#shared/api/members.ts'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import { isLasting, maySee } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'

interface SettingsSummaryRow {
  film_titles: FilmTitleChoice
  locked: boolean
  scheduled_export: ExportRhythm
  hidden: number
  /** `HH:MM`. */
  quiet_from: string | null
  quiet_to: string | null
  services: number
  second_step: boolean
  players: number
  keys: number
}

const count = (table: string, memberId: string) =>
  sql<number>`(select count(*)::int from ${sql.table(table)} where member_id = ${memberId})`

/** What a member has set, of all settings in one statement. */
export async function selectSettingsSummary(
  db: Db,
  memberId: string,
): Promise<SettingsSummaryRow | undefined> {
  const { rows } = await sql<SettingsSummaryRow>`
    select m.film_titles, m.locked, m.scheduled_export, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
      to_char(s.quiet_to, 'HH24:MI') as quiet_to,
      ${count('blocks', memberId)} + ${count('muted_words', memberId)} + ${count('muted_films', memberId)} + (
        select count(*)::int from mutes where member_id = ${memberId} and ${isLasting} and ${maySee(memberId, 'muted_id')}
      ) as hidden,
      ${count('member_services', memberId)} as services,
      exists (select from second_steps where member_id = ${memberId} and confirmed_at is not null) as second_step,
      ${count('players', memberId)} as players,
      ${count('personal_tokens', memberId)} + ${count('feeds', memberId)} + ${count('webhooks', memberId)} as keys
    from members m left join notification_settings s on s.member_id = m.id where m.id = ${memberId}`.execute(
    db,
  )
  return rows[0]
}
