import type { AssistantLanguage } from '#shared/api/assistant.ts'
import type { PersonRole } from '#shared/api/people.ts'

/** What a film is asked to be. Every field that is given must hold; of a list one of its items. */
export interface Filters {
  /** Genre numbers of the film source: the film has all of them. */
  genres?: number[]
  /** Genre numbers that the film has none of. */
  without?: number[]
  /** Years of release, both inclusive. */
  from?: number
  to?: number
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** ISO 639-1, of the original. */
  language?: string
  /** What the film should feel like. */
  mood?: Mood
  /** Minutes, both inclusive. */
  shortest?: number
  longest?: number
  /** Names as they were written, of whoever acts or directs. */
  people?: string[]
}

export type Mood =
  | 'funny'
  | 'sad'
  | 'scary'
  | 'tense'
  | 'romantic'
  | 'uplifting'
  | 'relaxing'
  | 'thoughtful'
  | 'exciting'

/** Whole days, both inclusive; null is no bound. */
export interface Period {
  from: string | null
  to: string | null
}

/** A film by its title as it was written, or one that the conversation named. */
export type FilmName = { title: string; year?: number } | { id: number }

export type Fact =
  | 'director'
  | 'cast'
  | 'runtime'
  | 'release'
  | 'genres'
  | 'plot'
  | 'language'
  | 'country'
  | 'rating'
  | 'providers'

export type Difference = 'newer' | 'older' | 'shorter' | 'longer'

export type FilmOrder = 'popular' | 'best' | 'newest' | 'oldest'

/** `oldest` is the film, not the entry. */
export type DiaryOrder = 'shortest' | 'longest' | 'oldest'

/** A message, understood. Names are still words: finding out whom they mean takes the film source. */
export type Question =
  | { kind: 'greeting' }
  | { kind: 'thanks' }
  /** What SceneBot can do. */
  | { kind: 'help' }
  /** One fact of a film: who directed it, who stars, how long, when. */
  | { kind: 'fact'; fact: Fact; film: FilmName }
  /** How old somebody is, or a film: the words tell no difference. */
  | { kind: 'age'; of: FilmName }
  /**
   * What a film is, in a few lines. A `guess` is a message of a few words that says nothing else: when no film
   * (and no person) is called just that, it is not understood.
   */
  | { kind: 'film'; film: FilmName; guess?: true }
  /** `than`: how the films differ from the one that is named. */
  | { kind: 'similar'; film: FilmName; filters: Filters; than?: Difference }
  | { kind: 'compare'; films: [FilmName, FilmName]; by: Fact | null }
  /** Films of a person. An `implied` role ("films by", "films with") gives way to what the person is known for. */
  | { kind: 'person'; name: string; role: PersonRole | null; implied?: true; filters: Filters }
  | { kind: 'discover'; filters: Filters; order: FilmOrder }
  | { kind: 'trending' }
  /** What to watch from one's own watchlist. */
  | { kind: 'watchlist'; filters: Filters; order?: 'shortest' | 'longest' }
  /** One's own ratings, the best (or worst) first. */
  | { kind: 'my-best'; order: 'best' | 'worst'; period: Period; filters: Filters }
  /** One's own last logs, or the films of one's diary in an order of their own. */
  | { kind: 'my-last'; period: Period; filters: Filters; order?: DiaryOrder }
  /** Counts of one's own diary. */
  | { kind: 'my-stats'; period: Period }
  /** Whether, when and how one logged a film. */
  | { kind: 'my-log'; film: FilmName }
  /** Films that followed members rated well. */
  | { kind: 'friends-loved'; period: Period; filters: Filters }
  /** What followed members think of a film. */
  | { kind: 'friends-of-film'; film: FilmName }
  /** What a member of that name thinks of a film. */
  | { kind: 'member-of-film'; member: string; film: FilmName }
  /** Films that members with taste like one's own liked. */
  | { kind: 'taste'; filters: Filters }
  /** "Not that one": a film that is not to be recommended any more; one of these again; all of them; which they are. */
  | { kind: 'refuse'; film: FilmName }
  | { kind: 'recommend-again'; film: FilmName }
  | { kind: 'forget-refused' }
  | { kind: 'my-refused' }
  /** A film for one's watchlist, or for the list of one's own with that title; blank where it was not said. */
  | { kind: 'add-to-watchlist'; film: FilmName }
  | { kind: 'add-to-list'; film: FilmName; list: string }
  /** Something else than films, or not understood. */
  | { kind: 'unknown' }

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>

export interface ParsedQuestion {
  /** What to answer in. */
  language: AssistantLanguage
  question: Question
}
