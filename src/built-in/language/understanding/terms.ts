import type { Fact, Mood } from '#built-in/language/question.ts'

/** What a word or phrase tells by itself, wherever it stands. */
export type Term =
  | { is: 'genre'; genres: readonly number[] }
  | { is: 'mood'; mood: Mood }
  | { is: 'country'; code: string }
  | { is: 'language'; code: string }
  | { is: 'decade'; first: number }
  | { is: 'number'; value: number }
  /** An amount of time that is one word, in minutes. */
  | { is: 'duration'; minutes: number }
  | { is: Cue }

/** Words that are told from others by what they do in a question. */
export type Cue =
  | 'film'
  /** Asks for films: "recommend", "what should I watch". */
  | 'wish'
  | 'about'
  /** "I", "me", "my". */
  | 'self'
  /** What the member did: "I watched", "my ratings"; what of it was best or worst; how much it was. */
  | 'mine'
  | 'mine-best'
  | 'mine-worst'
  | 'mine-count'
  | 'watchlist'
  | 'friends'
  | 'trending'
  | 'count'
  | 'last'
  | 'best'
  | 'worst'
  | 'newest'
  | 'oldest'
  | 'popular'
  | 'not'
  | 'and'
  /** Names follow: of anyone, of who seems to have directed or to act, of who did. */
  | 'of'
  | 'by'
  | 'with'
  | 'directed-by'
  | 'starring'
  // Years
  | 'between'
  | 'to'
  | 'since'
  | 'after'
  | 'before'
  | 'until'
  | 'decade-of'
  | 'past'
  | 'years'
  | 'recent-years'
  | 'past-decade'
  | 'previous-decade'
  | 'classic'
  // Lengths
  | 'under'
  | 'over'
  | 'around'
  | 'short'
  | 'long'
  | 'shortest'
  | 'longest'
  | 'hours'
  | 'minutes'
  | 'half'
  // Compared with a film that is named
  | 'but'
  | 'newer'
  | 'older'
  | 'shorter'
  | 'longer'
  | PeriodName

export type PeriodName =
  | 'today'
  | 'yesterday'
  | 'this-week'
  | 'last-week'
  | 'this-month'
  | 'last-month'
  | 'this-year'
  | 'last-year'
  | 'all-time'

/** What a whole message asks; the questions that films, people and the diary answer by more than a phrase are not here. */
export type QuestionPattern =
  | 'greeting'
  | 'thanks'
  | 'help'
  | 'compare'
  | 'longer-of'
  | 'newer-of'
  | 'better-of'
  | Fact
  | 'my-log'
  | 'friends-of-film'
  | 'member-of-film'
  | 'age'
  | 'similar'
  | 'person'
  | 'acted'
  | 'directed'
  | 'film'
  | 'taste'
  | 'refuse'
  | 'recommend-again'
  | 'forget-refused'
  | 'my-refused'
  | 'add-to-watchlist'
  | 'add-to-list'

/**
 * A language's words, as tables: vocabulary/{english,arabic,french}.json. Phrases are written as patterns.ts has them,
 * Arabic ones without "ال", "و", "ب" and the like before their words: words.ts takes these off a message's.
 */
export interface Vocabulary {
  /** Words that say nothing by themselves. */
  fillers: readonly string[]
  /** Where a message may begin or end without meaning more. */
  openers: readonly string[]
  closers: readonly string[]
  /** Stands before a title: "the film". */
  titleOpeners: readonly string[]
  /** Stand for films that the conversation named: the one spoken of, or the first, the second, the last of several. */
  pronouns: Record<'first' | 'second' | 'last', readonly string[]>
  genres: Record<number, readonly string[]>
  moods: Record<Mood, readonly string[]>
  /** By ISO 3166-1 code, besides the names of the countries. */
  countries: Record<string, readonly string[]>
  /** By ISO 639-1 code, besides the names of the languages. */
  languages: Record<string, readonly string[]>
  decades: Record<number, readonly string[]>
  numbers: Record<number, readonly string[]>
  durations: Record<number, readonly string[]>
  cues: Record<Cue, readonly string[]>
  questions: Record<QuestionPattern, readonly string[]>
}
