import { discoverFilms, trendingNow } from '../lookups/discover.service.ts'
import type {
  Because,
  Filters,
  FoundPerson,
  ListedFilm,
  QuestionOf,
  Texts,
} from '#server/adapters/language/language.ts'
import { personFilms } from '../lookups/people.service.ts'
import { filmsByTaste } from '../taste/taste.service.ts'
import { headed, list, nothing, type AnswerContext, type BuiltInReply } from './reply-format.ts'

export async function discover(
  asking: AnswerContext,
  { filters, order }: QuestionOf<'discover'>,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  const { films, people, unknownPeople } = await discoverFilms(ctx, viewer, { filters, order })
  const [unknown] = unknownPeople
  if (unknown !== undefined) return nothing(say.noPerson(unknown))
  const what = say.describe({ filters, people })
  if (films.length === 0) return nothing(say.noneFound(what))
  return headed(say.found(order, what), list(say, films, whyListed(say)))
}

export async function taste(
  { ctx, viewer, say }: AnswerContext,
  { filters }: QuestionOf<'taste'>,
): Promise<BuiltInReply> {
  const { films, people, unknownPeople } = await filmsByTaste(ctx, viewer, filters)
  const [unknown] = unknownPeople
  if (unknown !== undefined) return nothing(say.noPerson(unknown))
  const what = say.describe({ filters, people })
  if (films.length === 0) return nothing(say.noneByTaste(what))
  const why = whyListed(say)
  return headed(
    say.byTaste(what),
    list(say, films, (film) => why({ ...film, byTaste: null })),
  )
}

export async function trending({ ctx, viewer, say }: AnswerContext): Promise<BuiltInReply> {
  const { films } = await trendingNow(ctx, viewer)
  if (films.length === 0) return nothing(say.noneTrending)
  return headed(say.trending, list(say, films, whyListed(say)))
}

export async function person(asking: AnswerContext, question: QuestionOf<'person'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  const { name, role, implied, filters } = question
  const found = await personFilms(ctx, viewer, { name, role, ...(implied && { implied }), filters })
  return found ? ofPerson(say, found, filters) : nothing(say.noPerson(name))
}

export function ofPerson(
  say: Texts,
  { name, role, films, loved }: FoundPerson,
  filters: Filters,
): BuiltInReply {
  const what = say.describe({ filters })
  if (films.length === 0) return nothing(say.noneOfPerson(name, role, what))
  const why = whyTold(say)
  const own = loved.length > 0 ? `${say.lovedOfPerson(loved)}\n` : ''
  return headed(
    `${own}${say.ofPerson(name, role, what)}`,
    list(say, films, ({ because, character, seen }) => [
      character && say.reason.as(character),
      why(because),
      seen ? say.reason.seen : null,
    ]),
  )
}

/** The reason for each film of a list, in words; a reason that was given for the film above is shortened. */
export function whyTold({ reason }: Texts) {
  let last = ''
  return (because: Because | null): string | null => {
    if (!because) return null
    const { film, shares } = because
    const said = `${film.id} ${shares.is === 'genres' ? shares.ids.toSorted((a, b) => a - b).join(' ') : shares.name}`
    if (said === last) return reason.likewise
    last = said
    return reason.because(because)
  }
}

/** What speaks for each film of a list. */
export function whyListed(say: Texts): (film: ListedFilm) => (string | null)[] {
  const { reason } = say
  const why = whyTold(say)
  return (film) => [
    why(film.because),
    film.byTaste === null ? null : reason.byTaste(film.byTaste),
    film.rating === null ? null : reason.rating(film.rating),
    film.friend && reason.friend(film.friend.username, film.friend.rating),
    film.onWatchlist ? reason.onWatchlist : null,
    film.seen ? reason.seen : null,
  ]
}
