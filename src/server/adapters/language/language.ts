import type { AssistantLanguage } from '#shared/api/assistant.ts'
import score from '#built-in/language/score.json' with { type: 'json' }
import { aliasesOfFilm, filmCalled, personCalled } from '#built-in/language/aliases.ts'
import type { Filters, ParsedQuestion } from '#built-in/language/question.ts'
import { filtersOf, understand, type MessageContext } from '#built-in/language/understanding/understand.ts'
import { arabicTexts } from '#built-in/language/wording/texts.ar.ts'
import { englishTexts } from '#built-in/language/wording/texts.en.ts'
import { frenchTexts } from '#built-in/language/wording/texts.fr.ts'
import type { Texts } from '#built-in/language/wording/texts.ts'

export type {
  Because,
  Comparison,
  DiaryFilm,
  DiaryFilms,
  Discovered,
  FilmFacts,
  FoundFilm,
  FoundPerson,
  FriendsLoved,
  FriendsOpinion,
  ListedFilm,
  OwnFilm,
  OwnLogs,
  OwnStats,
  OwnWatchlist,
  PersonAge,
} from '#built-in/language/found.ts'
export type {
  DiaryOrder,
  Difference,
  FilmName,
  FilmOrder,
  Filters,
  Mood,
  Period,
  Question,
  QuestionOf,
} from '#built-in/language/question.ts'
export type { Texts } from '#built-in/language/wording/texts.ts'

/** What SceneBot understands and says without a language model. */
export interface Language {
  /** What a message asks. */
  understand(message: string, conversation: MessageContext): ParsedQuestion
  /**
   * The filters in a few words that contain nothing else, such as "french films 90s"; null when they contain anything
   * else.
   */
  filtersOf(words: string, now: Date): Filters | null
  /** How many of the fixed test questions of each language are answered correctly; a test checks the numbers. */
  score: Readonly<Record<AssistantLanguage, { right: number; of: number }>>
  /** The texts of answers in each language. */
  texts: Readonly<Record<AssistantLanguage, Texts>>
  /** The film that is meant by a name of it in another language. */
  filmCalled(written: string): { title: string; year: number } | undefined
  /** The names by which a film goes in other languages, by the title and year that film sources have. */
  aliasesOfFilm(title: string, year: number): readonly string[]
  /** The name that film sources have for a person who is named in another script. */
  personCalled(written: string): string | undefined
}

export const createLanguage = (): Language => ({
  understand,
  filtersOf,
  score,
  texts: { english: englishTexts, arabic: arabicTexts, french: frenchTexts },
  filmCalled,
  aliasesOfFilm,
  personCalled,
})
