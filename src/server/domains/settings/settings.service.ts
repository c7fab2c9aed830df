import type { SettingsSummary } from '#shared/api/settings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { selectSettingsSummary } from './settings.queries.ts'

/** What a member has set, in a word or a number for each screen of settings. */
export async function getSettings(ctx: Context, viewer: Viewer): Promise<SettingsSummary> {
  const row = await selectSettingsSummary(ctx.db, viewer.id)
  // Deleted meanwhile.
  if (!row) throw fail('auth.required')
  const { locked, hidden, services, players, keys } = row
  return {
    filmTitles: row.film_titles,
    locked,
    hidden,
    quiet:
      row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
    services,
    secondStep: row.second_step,
    players,
    keys,
    scheduledExport: ctx.config.scheduledExport.delivery === 'off' ? null : row.scheduled_export,
  }
}
