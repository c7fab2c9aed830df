import { findLoggedFilm } from '../lookups/find-film.service.ts'
import type { DiaryFilm, QuestionOf, Texts } from '#server/adapters/language/language.ts'
import { myBest, myLast, myLogsOf, myStats, myWatchlist } from '../lookups/own.service.ts'
import { whyTold } from './list-answers.ts'
import { aboutFilm, headed, list, nothing, type AnswerContext, type BuiltInReply } from './reply-format.ts'

export async function watchlist(
  { ctx, viewer, say }: AnswerContext,
  question: QuestionOf<'watchlist'>,
): Promise<BuiltInReply> {
  const { filters, order } = question
  const { films, fitting, total, unknownPeople } = await myWatchlist(ctx, viewer, {
    filters,
    ...(order && { order }),
  })
  const [unknown] = unknownPeople
  if (total === 0) return nothing(say.watchlistEmpty)
  if (unknown !== undefined) return nothing(say.noPerson(unknown))
  const what = say.describe({ filters, people: filters.people ?? [] })
  if (films.length === 0) return nothing(say.watchlistNoneFits(total, what))
  const why = whyTold(say)
  return headed(
    say.watchlist(fitting, total, what),
    list(say, films, ({ because, rating, minutes }) => [
      why(because),
      rating === null ? null : say.reason.rating(rating),
      minutes === null ? null : say.reason.minutes(minutes),
    ]),
  )
}

export async function best(
  { ctx, viewer, say }: AnswerContext,
  question: QuestionOf<'my-best'>,
): Promise<BuiltInReply> {
  const { order, period, filters } = question
  const { films, unknownPeople } = await myBest(ctx, viewer, { order, period, filters })
  const [unknown] = unknownPeople
  if (unknown !== undefined) return nothing(say.noPerson(unknown))
  const what = say.describe({ filters, people: filters.people ?? [], period })
  if (films.length === 0) return nothing(say.noneRated(what))
  return headed(
    say.best(order, what),
    list(say, films, ({ rating }) => [stars(say, rating)]),
  )
}

export async function last(
  { ctx, viewer, say }: AnswerContext,
  question: QuestionOf<'my-last'>,
): Promise<BuiltInReply> {
  const { period, filters, order } = question
  const { films, unknownPeople } = await myLast(ctx, viewer, { period, filters, ...(order && { order }) })
  const [unknown] = unknownPeople
  if (unknown !== undefined) return nothing(say.noPerson(unknown))
  const what = say.describe({ filters, people: filters.people ?? [], period })
  if (films.length === 0) return nothing(say.noneLogged(what))
  return headed(
    say.last(what, order),
    list(say, films, ({ rating, day, minutes }: DiaryFilm) => [
      minutes === undefined || order === 'oldest' ? null : say.reason.minutes(minutes),
      day === null ? null : say.reason.day(day),
      stars(say, rating),
    ]),
  )
}

export async function stats(
  { ctx, viewer, say }: AnswerContext,
  { period }: QuestionOf<'my-stats'>,
): Promise<BuiltInReply> {
  const counted = await myStats(ctx, viewer, { period })
  const what = say.describe({ filters: {}, period })
  return nothing(counted.logs === 0 ? say.noneLogged(what) : say.stats(counted, what))
}

export function log(asking: AnswerContext, question: QuestionOf<'my-log'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  const answer = async (film: BuiltInReply['films'][number]) => ({
    reply: say.ownLogs(film, await myLogsOf(ctx, viewer, { filmId: film.id })),
    films: [film],
  })
  return aboutFilm(asking, question.film, answer, findLoggedFilm)
}

const stars = ({ reason }: Texts, rating: number | null) =>
  rating === null ? reason.unrated : reason.stars(rating)
