import type { AssistantLanguage } from '#shared/api/assistant.ts'
import type { Question } from '#built-in/language/question.ts'

/** What films must be, all of those that an answer names. */
export interface Traits {
  /** Genre numbers: all of them, one of them, none of them. */
  genres?: number[]
  anyGenre?: number[]
  without?: number[]
  from?: number
  to?: number
  language?: string
  country?: string
  shortest?: number
  longest?: number
  director?: string
  actor?: string
}

export interface ScoredQuestion {
  ask: string
  /** ChatRequest before, in the same conversation. */
  after?: string
  intent: Question['kind']
  /** Films that the answer must name; the first film that it must name; of which it must name one; none of which it may. */
  films?: number[]
  first?: number
  oneOf?: number[]
  not?: number[]
  all?: Traits
  /** How many films it must name at least; three where traits are asked for. */
  least?: number
  /** What the reply must say, in any case and spelling of accents. */
  says?: string[]
  /** What the member must be asked to confirm: for the watchlist, or for the list of that title. */
  offers?: { film: number; list?: string }
}

export type QuestionSet = Record<AssistantLanguage, ScoredQuestion[]>
