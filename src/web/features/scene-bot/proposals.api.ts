import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  forgetRefused,
  listRefused,
  recommendAgain,
  refuseFilm,
  type AssistantOffer,
  type AssistantRefusal,
} from '#shared/api/assistant.ts'
import { addToList } from '#shared/api/lists.ts'
import { getWatchlistStatus, toggleWatchlist } from '#shared/api/shelves.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { turnTo } from '#web/lib/outbox.ts'
import type { Message } from './conversation.ts'

/** What a reply asks the member to confirm. */
export type Proposal = { offer: AssistantOffer } | { refusal: AssistantRefusal }

/** Null where the reply asks for nothing, or the member has answered. */
export function proposalOf({ offer, refusal, settled }: Partial<Message>): Proposal | null {
  if (settled === 'declined') return null
  return offer ? { offer } : refusal ? { refusal } : null
}

/** A film that is there already is left. */
async function putOnWatchlist(movieId: number): Promise<void> {
  const { inWatchlist } = await call(getWatchlistStatus, { params: { movieId } })
  if (inWatchlist) return
  const ask = () => call(toggleWatchlist, { body: { movieId } })
  await turnTo(true, ask, (answer) => answer.inWatchlist)
}

async function putOnList(listId: string, { id, title, poster }: AssistantOffer['film']): Promise<void> {
  try {
    await call(addToList, { params: { listId }, query: { limit: 1 }, body: { id, title, poster } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'list.film_twice')) throw error
  }
}

const refusedKey = (memberId: string) => ['scene-bot', memberId, 'refused'] as const

/** The films that SceneBot recommends no more; read anew each time, as a word to it changes them. */
export const refusedQuery = (memberId: string) =>
  queryOptions({
    queryKey: refusedKey(memberId),
    queryFn: ({ signal }) => call(listRefused, { signal }),
    staleTime: 0,
  })

/** Whether a film is recommended no more, or again; null stands for all that are refused. */
export async function changeRefusal(
  queryClient: QueryClient,
  memberId: string,
  { filmId, refused }: { filmId: number | null; refused: boolean },
): Promise<void> {
  try {
    if (filmId === null) await call(forgetRefused)
    else await call(refused ? refuseFilm : recommendAgain, { params: { movieId: filmId } })
  } finally {
    // A call whose answer was lost may be done.
    void queryClient.invalidateQueries({ queryKey: refusedKey(memberId) })
  }
}

/** Does what the member confirmed; done twice it is done once. */
export async function carryOut(
  queryClient: QueryClient,
  memberId: string,
  proposal: Proposal,
): Promise<void> {
  if ('refusal' in proposal) {
    const { film, refused } = proposal.refusal
    return changeRefusal(queryClient, memberId, { filmId: film?.id ?? null, refused })
  }
  const { film, list } = proposal.offer
  if (list) await putOnList(list._id, film)
  else {
    await putOnWatchlist(film.id)
    patchFilmMark(queryClient, film.id, { watchlist: true })
  }
  void queryClient.invalidateQueries({ queryKey: ['films', film.id] })
  void queryClient.invalidateQueries({ queryKey: [list ? 'lists' : 'shelves'] })
}
