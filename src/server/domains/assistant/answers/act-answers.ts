import type { Question, QuestionOf } from '#server/adapters/language/language.ts'
import { listOffer, watchlistOffer } from '../lookups/offers.service.ts'
import { forgetRefused, listRefused, recommendAgain, refuseFilm } from '../taste/refusals.service.ts'
import {
  aboutFilm,
  headed,
  list as lines,
  nothing,
  type AnswerContext,
  type BuiltInReply,
} from './reply-format.ts'

const acts = new Set<Question['kind']>([
  'refuse',
  'recommend-again',
  'forget-refused',
  'my-refused',
  'add-to-watchlist',
  'add-to-list',
])
/**
 * Whether a question asks SceneBot to do something, or about what it did. Only the member's own words may cause that,
 * so no language model is asked.
 */
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

/** @param next answers again the question to which the film was an answer, now without it; null when there is none */
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

export function again(asking: AnswerContext, question: QuestionOf<'recommend-again'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    const wasRefused = await recommendAgain(ctx, viewer, film.id)
    return { reply: wasRefused ? say.recommendedAgain(film) : say.notRefused(film), films: [film] }
  })
}

export async function refused({ ctx, viewer, say }: AnswerContext): Promise<BuiltInReply> {
  const films = await listRefused(ctx, viewer)
  if (films.length === 0) return nothing(say.noneRefused)
  return headed(
    say.refusedFilms(films.length),
    lines(say, films, () => []),
  )
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
    const offer = await watchlistOffer(ctx, viewer, film)
    return offer
      ? { reply: say.offerWatchlist(film), films: [film], offer }
      : { reply: say.onWatchlistAlready(film), films: [film] }
  })
}

export function addToList(asking: AnswerContext, question: QuestionOf<'add-to-list'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    const found = await listOffer(ctx, viewer, film, question.list)
    if ('lists' in found) return { reply: say.noList(question.list, found.lists), films: [film] }
    const { list: title, offer } = found
    return offer
      ? { reply: say.offerList(film, title), films: [film], offer }
      : { reply: say.onListAlready(film, title), films: [film] }
  })
}
