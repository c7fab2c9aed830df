import type { AssistantFilm, AssistantOffer } from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmById } from '../lookups/films.service.ts'
import { findFilm } from '../lookups/find-film.service.ts'
import type { FilmName, FoundFilm, Texts } from '#server/adapters/language/language.ts'

/** Who asks, and the words of the language to answer in. */
export interface AnswerContext {
  ctx: Context
  viewer: Viewer
  say: Texts
}

export interface BuiltInReply {
  reply: string
  /** In the order of the text. */
  films: AssistantFilm[]
  /** What the member is asked to confirm. */
  offer?: AssistantOffer
}

const linesOfList = 10

/** The answer about the film that a name means, with a word on the choice where others could be meant. */
export async function aboutFilm(
  asking: AnswerContext,
  name: FilmName,
  answer: (film: AssistantFilm) => Promise<BuiltInReply>,
  find = findFilm,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  if ('id' in name) return answer(await filmById(ctx, viewer, name.id))
  const found = await find(ctx, viewer, name)
  if (!found) return { reply: say.noFilm(name.title), films: [] }
  return withChoice(say, found, await answer(found))
}

function withChoice(say: Texts, found: FoundFilm, said: BuiltInReply): BuiltInReply {
  const word = wordOnChoice(say, found)
  if (word === '') return said
  if (found.confidence === 'unsure') return { ...said, reply: `${word}\n${said.reply}` }
  return { ...said, reply: `${said.reply}\n${word}`, films: [...said.films, ...found.alternatives] }
}

/** Names the other films that could be meant; empty when there is none. */
export function wordOnChoice(say: Texts, { confidence, alternatives, ...film }: FoundFilm): string {
  if (confidence === 'unsure') return say.unsure(film)
  return confidence === 'likely' && alternatives.length > 0 ? say.took(film, alternatives) : ''
}

/** Films as numbered lines, each with what speaks for it. */
export function list<Film extends AssistantFilm>(
  say: Texts,
  films: readonly Film[],
  reasons: (film: Film) => readonly (string | null | undefined)[],
): { lines: string[]; films: Film[] } {
  const shown = films.slice(0, linesOfList)
  const lines = shown.map((film, place) => {
    const told = reasons(film).filter(Boolean).join(say.comma)
    return `${place + 1}. ${say.film(film)}${told && ` — ${told}`}`
  })
  return { lines, films: shown }
}

export const headed = (heading: string, { lines, films }: ReturnType<typeof list>): BuiltInReply => ({
  reply: [heading, ...lines].join('\n'),
  films,
})

export const nothing = (reply: string): BuiltInReply => ({ reply, films: [] })
