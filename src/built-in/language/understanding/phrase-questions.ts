import type { Fact, FilmName, Question } from '#built-in/language/question.ts'
import { readFilters } from '#built-in/language/understanding/filters.ts'
import type { Slots } from '#built-in/language/understanding/patterns.ts'
import { readTerms } from '#built-in/language/understanding/lexicon.ts'
import type { QuestionPattern, Term } from '#built-in/language/understanding/terms.ts'
import {
  differenceIn,
  mergeFilters,
  namedBefore,
  readTitle,
  splitTail,
  written,
  type ParseContext,
  type TitleReading,
} from '#built-in/language/understanding/titles.ts'
import type { Word } from '#built-in/language/understanding/words.ts'

const facts: readonly Fact[] = [
  'director',
  'cast',
  'runtime',
  'release',
  'genres',
  'plot',
  'language',
  'country',
  'rating',
  'providers',
]
const isFact = (asked: QuestionPattern): asked is Fact & QuestionPattern =>
  facts.some((fact) => fact === asked)

const comparedBy = {
  compare: null,
  'longer-of': 'runtime',
  'newer-of': 'release',
  'better-of': 'rating',
} as const
const roles = { person: null, acted: 'actor', directed: 'director' } as const

/** Terms that tell that more than a name stands in a slot: "Kurosawa from the 50s". */
const notInNames = new Set<Term['is']>([
  'self',
  'film',
  'genre',
  'decade',
  'decade-of',
  'since',
  'before',
  'after',
])

/** More words than this are not a mere title. */
export const maxGuessLength = 10

/** The words of a member's name are no more. */
const maxMemberLength = 4

/** The question that a phrase and what stands in its slots make; null when they do not fit each other. */
export function questionOf(
  asked: QuestionPattern,
  slots: Slots,
  words: readonly Word[],
  spoken: ParseContext,
): Question | null {
  const slot = (name: string) => slots[name] && words.slice(slots[name].from, slots[name].to)
  const film = slot('film')
  const title = slot('title')
  if (title && !isTitleAlone(title)) return null
  if (isFact(asked))
    return about(film ?? title, (name) => ({ kind: 'fact', fact: asked, film: name }), { loose: !title })
  switch (asked) {
    case 'greeting':
    case 'thanks':
    case 'help':
    case 'forget-refused':
    case 'my-refused':
      return { kind: asked }
    case 'taste': {
      const wish = readTerms(slot('wish') ?? [], spoken.lexicon)
      return wish.known.every(Boolean) ? { kind: 'taste', filters: readFilters(wish, spoken.now) } : null
    }
    case 'refuse': {
      const spokenOf = slot('that')
      if (!spokenOf) return about(film, (name) => ({ kind: 'refuse', film: name }))
      const name = namedBefore(spokenOf, spoken)
      return name && { kind: 'refuse', film: name }
    }
    case 'recommend-again':
      return about(film, (name) => ({ kind: 'recommend-again', film: name }))
    case 'add-to-watchlist':
      return about(film, (name) => ({ kind: 'add-to-watchlist', film: name }), { loose: true })
    case 'add-to-list': {
      const list = written(spoken.message, slot('list') ?? [])
      return about(film, (name) => ({ kind: 'add-to-list', film: name, list }), { loose: true })
    }
    case 'my-log':
    case 'friends-of-film':
      return about(film, (name) => ({ kind: asked, film: name }))
    case 'age':
      return about(film, (name) => ({ kind: 'age', of: name }))
    case 'member-of-film': {
      const member = slot('member')
      if (!member || member.length > maxMemberLength || !isName(member)) return null
      const called = written(spoken.message, member)
      return about(film, (name) => ({ kind: 'member-of-film', member: called, film: name }))
    }
    case 'compare':
    case 'longer-of':
    case 'newer-of':
    case 'better-of':
      return comparison(film, slot('other'), comparedBy[asked])
    case 'similar':
      return similar(...titleAndWish(), slot('tail'))
    case 'person':
    case 'acted':
    case 'directed': {
      const name = slot('name')
      const tail = readTerms(slot('tail') ?? [], spoken.lexicon)
      if (!name || !isName(name) || !tail.known.every(Boolean)) return null
      const filters = readFilters(tail, spoken.now)
      return { kind: 'person', name: written(spoken.message, name), role: roles[asked], filters }
    }
    case 'film': {
      const guess = slot('guess')
      if (guess && guess.length > maxGuessLength) return null
      return guess
        ? about(guess, (name) => ({ kind: 'film', film: name, guess: true }))
        : about(film, (name) => ({ kind: 'film', film: name }))
    }
  }

  /** Where a wish follows a title, the title ends at a comma or takes the words that the wish does not explain. */
  function titleAndWish(): [readonly Word[] | undefined, readonly Word[] | undefined] {
    const [named, wish] = [slots.film, slots.wish]
    if (!named || named.to !== wish?.from) return [slot('film'), slot('wish')]
    const ends = Array.from({ length: wish.to - wish.from }, (_, place) => wish.from + place)
    const isComma = (end: number) =>
      /[,،;:]/.test(spoken.message.slice(words[end - 1]?.end, words[end]?.start))
    const explains = (end: number) =>
      readTerms(words.slice(end, wish.to), spoken.lexicon).known.every(Boolean)
    const end = ends.findLast((at) => isComma(at) && explains(at)) ?? ends.find(explains) ?? wish.from
    return [words.slice(named.from, end), words.slice(end, wish.to)]
  }

  /** A phrase that names no film is about the one that was spoken of. */
  function filmIn(named: readonly Word[] | undefined, how?: TitleReading): FilmName | null {
    const [id] = spoken.films
    if (named) return readTitle(named, spoken, how)
    return id === undefined ? null : { id }
  }

  function about(named: readonly Word[] | undefined, ask: (film: FilmName) => Question, how?: TitleReading) {
    const name = filmIn(named, how)
    return name && ask(name)
  }

  function comparison(
    one: readonly Word[] | undefined,
    other: readonly Word[] | undefined,
    by: Fact | null,
  ): Question | null {
    const [first, second] = spoken.films
    if (!one || !other)
      return first === undefined || second === undefined
        ? null
        : { kind: 'compare', films: [{ id: first }, { id: second }], by }
    const films = [readTitle(one, spoken), readTitle(other, spoken)] as const
    return films[0] && films[1] ? { kind: 'compare', films: [films[0], films[1]], by } : null
  }

  /** @param after what is said about the films wanted where no film is named: "something similar but newer" */
  function similar(
    named: readonly Word[] | undefined,
    wish: readonly Word[] = [],
    after: readonly Word[] = [],
  ): Question | null {
    const { head, tail } = named
      ? splitTail(named, spoken)
      : { head: 0, tail: readTerms(after, spoken.lexicon) }
    const film = filmIn(named?.slice(0, head))
    const wished = readTerms(wish, spoken.lexicon)
    if (!film || !wished.known.every(Boolean) || !tail.known.every(Boolean)) return null
    const than = differenceIn(tail, { beside: true }) ?? differenceIn(wished, { beside: true })
    const filters = mergeFilters(readFilters(wished, spoken.now), readFilters(tail, spoken.now))
    return { kind: 'similar', film, filters, ...(than && { than }) }
  }

  /** What stands before "director" or "rating" is a title only when nothing in it asks something. */
  function isTitleAlone(words: readonly Word[]): boolean {
    const { found } = readTerms(words, spoken.lexicon)
    return !found.some(
      ({ is }) => is === 'self' || is === 'film' || is === 'wish' || is === 'best' || is.startsWith('mine'),
    )
  }

  function isName(name: readonly Word[]): boolean {
    const { found, known } = readTerms(name, spoken.lexicon)
    const first = name[0]
    const isNamed = first && (first.quoted || first.capital || !known[0])
    return Boolean(isNamed) && !found.some(({ is }) => notInNames.has(is))
  }
}
