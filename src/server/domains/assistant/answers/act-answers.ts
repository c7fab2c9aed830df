import { foldText } from '#shared/matching/fold.ts'
import type { Question, QuestionOf } from '#server/adapters/language/language.ts'
import { listMyLists } from '#server/domains/lists/lists.service.ts'
import { shelvedAmong } from '#server/domains/shelves/shelves.service.ts'
import { cardOf } from '../lookups/film-cards.ts'
import { forgetRefused, refuseFilm } from '../taste/refusals.service.ts'
import { aboutFilm, nothing, type AnswerContext, type BuiltInReply } from './reply-format.ts'

const listsRead = 100
const listsNamed = 8

const acts = new Set<Question['kind']>(['refuse', 'forget-refused', 'add-to-watchlist', 'add-to-list'])
/** What a member wants done. Only what the member says does it, so no language model is asked. */
export const isAct = ({ kind }: Question) => acts.has(kind)

/** Kinds of answers that name films to watch. */
const recommending = new Set<Question['kind']>([
  'discover',
  'similar',
  'taste',
  'trending',
  'watchlist',
  'friends-loved',
])
export const isRecommending = ({ kind }: Question) => recommending.has(kind)

/** @param next answers the question again that the film was an answer to, now without it; null where it was to none */
export function refuse(
  asking: AnswerContext,
  question: QuestionOf<'refuse'>,
  next: (() => Promise<BuiltInReply>) | null,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    await refuseFilm(ctx, viewer, film.id)
    const more = await next?.()
    if (!more) return nothing(say.refused(film))
    return { ...more, reply: `${say.refused(film)}\n\n${more.reply}` }
  })
}

export async function forget({ ctx, viewer, say }: AnswerContext): Promise<BuiltInReply> {
  return nothing(say.forgotten(await forgetRefused(ctx, viewer)))
}

export function addToWatchlist(
  asking: AnswerContext,
  question: QuestionOf<'add-to-watchlist'>,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    const { watchlist } = await shelvedAmong(ctx, viewer, [film.id])
    if (watchlist.has(film.id)) return { reply: say.onWatchlistAlready(film), films: [film] }
    return { reply: say.offerWatchlist(film), films: [film], offer: { film: cardOf(film), list: null } }
  })
}

export function addToList(asking: AnswerContext, question: QuestionOf<'add-to-list'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    const { items } = await listMyLists(ctx, viewer, { limit: listsRead, film: film.id })
    const wanted = foldText(question.list)
    const list = wanted === '' ? undefined : items.find(({ title }) => foldText(title) === wanted)
    if (!list) {
      const titles = items.slice(0, listsNamed).map(({ title }) => title)
      return { reply: say.noList(question.list, titles), films: [film] }
    }
    const { _id, title } = list
    if ('hasFilm' in list && list.hasFilm) return { reply: say.onListAlready(film, title), films: [film] }
    return {
      reply: say.offerList(film, title),
      films: [film],
      offer: { film: cardOf(film), list: { _id, title } },
    }
  })
}
