import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Filters, Period } from '../question.ts'
import type { Diary, OwnLogs, OwnStats, OwnWatchlist } from './found.ts'

/** What to watch from the viewer’s watchlist, private items included. @throws film.source_down only with people among the filters */
export async function myWatchlist(
  _ctx: Context,
  _viewer: Viewer,
  _input: { filters: Filters },
): Promise<OwnWatchlist> {
  throw fail('assistant.unavailable')
}

/** The viewer’s rated films, the best or the worst first, then the newest. @throws film.source_down only with people among the filters */
export async function myBest(
  _ctx: Context,
  _viewer: Viewer,
  _input: { order: 'best' | 'worst'; period: Period; filters: Filters },
): Promise<Diary> {
  throw fail('assistant.unavailable')
}

/** The viewer’s last logs. @throws film.source_down only with people among the filters */
export async function myLast(
  _ctx: Context,
  _viewer: Viewer,
  _input: { period: Period; filters: Filters },
): Promise<Diary> {
  throw fail('assistant.unavailable')
}

export async function myStats(_ctx: Context, _viewer: Viewer, _input: { period: Period }): Promise<OwnStats> {
  throw fail('assistant.unavailable')
}

/** Whether, when and how the viewer logged a film. */
export async function myLogsOf(_ctx: Context, _viewer: Viewer, _input: { filmId: number }): Promise<OwnLogs> {
  throw fail('assistant.unavailable')
}
