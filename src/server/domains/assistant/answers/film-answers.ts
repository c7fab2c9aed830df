import { compareFilms, filmById, filmFacts, similarFilms } from '../lookups/films.service.ts'
import { findFilm } from '../lookups/find-film.service.ts'
import { isNearlyCalled, personAge, personFilms } from '../lookups/people.service.ts'
import type { FilmName, QuestionOf } from '#server/adapters/language/language.ts'
import { ofPerson, whyListed } from './list-answers.ts'
import {
  aboutFilm,
  headed,
  list,
  nothing,
  wordOnChoice,
  type AnswerContext,
  type BuiltInReply,
} from './reply-format.ts'

export function fact(asking: AnswerContext, question: QuestionOf<'fact'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    const facts = await filmFacts(ctx, viewer, film)
    return { reply: say.fact(question.fact, facts), films: [film] }
  })
}

/** How old a film is, or, when no film is called so, how old the person of that name is. */
export async function age(asking: AnswerContext, { of }: QuestionOf<'age'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  if ('title' in of && !(await findFilm(ctx, viewer, of))?.isCalledSo) {
    const person = await personAge(ctx, of.title)
    if (person) return nothing(say.age(person))
  }
  return fact(asking, { kind: 'fact', fact: 'release', film: of })
}

export async function film(asking: AnswerContext, question: QuestionOf<'film'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  if (question.guess && 'title' in question.film) {
    const { title } = question.film
    const found = await findFilm(ctx, viewer, question.film)
    if (!found?.isCalledSo) {
      const person = await personFilms(ctx, viewer, { name: title, role: null })
      if (person && isNearlyCalled(title, person.name)) return ofPerson(say, person, {})
    }
    if (!found || found.confidence === 'unsure') return nothing(say.unknown)
  }
  return aboutFilm(asking, question.film, async ({ id }) => {
    const facts = await filmFacts(ctx, viewer, { id })
    return { reply: [say.about(facts), say.own(facts.mine)].filter(Boolean).join('\n'), films: [facts] }
  })
}

export function similar(
  asking: AnswerContext,
  { film: name, filters, than }: QuestionOf<'similar'>,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, name, async (film) => {
    const { films, people, unknownPeople } = await similarFilms(ctx, viewer, { id: film.id, filters, than })
    const [unknown] = unknownPeople
    if (unknown !== undefined) return nothing(say.noPerson(unknown))
    const what = say.describe({ filters, people })
    if (films.length === 0) return nothing(say.noneSimilar(film, what))
    return headed(say.similar(film, what), list(say, films, whyListed(say)))
  })
}

export async function compare(asking: AnswerContext, question: QuestionOf<'compare'>): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  const [first, second] = question.films
  const [a, b] = await Promise.all([meant(asking, first), meant(asking, second)])
  if ('missing' in a) return nothing(say.noFilm(a.missing))
  if ('missing' in b) return nothing(say.noFilm(b.missing))
  const { films } = await compareFilms(ctx, viewer, { a: a.film.id, b: b.film.id })
  const { lines, films: shown } = list(say, films, (film) => [say.compared(film)])
  const parts = [...lines, say.difference(films[0], films[1], question.by), a.choice, b.choice]
  return { reply: parts.filter(Boolean).join('\n'), films: shown }
}

async function meant({ ctx, viewer, say }: AnswerContext, name: FilmName) {
  if ('id' in name) return { film: await filmById(ctx, viewer, name.id), choice: '' }
  const found = await findFilm(ctx, viewer, name)
  return found ? { film: found, choice: wordOnChoice(say, found) } : { missing: name.title }
}
