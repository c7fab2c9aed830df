import type { AssistantFilm, AssistantOffer } from '#shared/api/assistant.ts'
import { foldText } from '#shared/matching/fold.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { listMyLists } from '#server/domains/lists/lists.service.ts'
import { shelvedAmong } from '#server/domains/shelves/shelves.service.ts'
import { cardOf } from './film-cards.ts'

const listsRead = 100
const listsNamed = 8

/** A film that could be put on the viewer's watchlist: what to confirm, or null where it is there already. */
export async function watchlistOffer(
  ctx: Context,
  viewer: Viewer,
  film: AssistantFilm,
): Promise<AssistantOffer | null> {
  const { watchlist } = await shelvedAmong(ctx, viewer, [film.id])
  return watchlist.has(film.id) ? null : { film: cardOf(film), list: null }
}

/** The same for the list of the viewer's own of a title; without one `lists` are some that there are. */
export async function listOffer(
  ctx: Context,
  viewer: Viewer,
  film: AssistantFilm,
  called: string,
): Promise<{ list: string; offer: AssistantOffer | null } | { lists: string[] }> {
  const { items } = await listMyLists(ctx, viewer, { limit: listsRead, film: film.id })
  const wanted = foldText(called)
  const list = wanted === '' ? undefined : items.find(({ title }) => foldText(title) === wanted)
  if (!list) return { lists: items.slice(0, listsNamed).map(({ title }) => title) }
  const { _id, title } = list
  const isThere = 'hasFilm' in list && list.hasFilm
  return { list: title, offer: isThere ? null : { film: cardOf(film), list: { _id, title } } }
}
