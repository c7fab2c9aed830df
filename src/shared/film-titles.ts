import { scriptOf } from './language-scripts.ts'
import { foldText } from './matching/fold.ts'

/** Which title of a film a member wants to see. */
export const filmTitleChoices = ['my-language', 'original', 'english'] as const
export type FilmTitleChoice = (typeof filmTitleChoices)[number]
export const defaultFilmTitles: FilmTitleChoice = 'my-language'

/** To whom films are named: in which language, and by which choice. */
export interface TitleReader {
  /** ISO 639-1. */
  language: string
  choice: FilmTitleChoice
}

export const englishReader: TitleReader = { language: 'en', choice: 'my-language' }

/** What a film is called. `title` is the English one, or the original where there is none. */
export interface FilmTitles {
  title: string
  original_title: string
  /** ISO 639-1 as the film database has it: Cantonese is `cn`, no language `xx`. */
  original_language: string
  /** In the reader's language; null or blank where none is known. */
  own_title: string | null
}

/** A title with its language as HTML has it; blank where that is not known. */
export interface NamedTitle {
  title: string
  lang: string
}

/** Own titles matter to whoever reads another language than English, unless only English ones are wanted. */
export const needsOwnTitles = ({ language, choice }: TitleReader): boolean =>
  language !== 'en' && choice !== 'english'

/** The title to show: in the reader's language, else in English, else the original. */
export function titleFor(film: FilmTitles, reader: TitleReader): NamedTitle {
  if (reader.choice === 'original') return originalTitle(film)
  if (reader.choice === 'english' || reader.language === 'en') return englishTitle(film)
  return ownTitle(film, reader.language) ?? englishTitle(film)
}

/** The title that stands below the one that is shown: the original, else another; null where all are the same. */
export function otherTitleFor(film: FilmTitles, reader: TitleReader): NamedTitle | null {
  const shown = foldText(titleFor(film, reader).title)
  const own = ownTitle(film, reader.language)
  const [original, english] = [originalTitle(film), englishTitle(film)]
  const others = reader.choice === 'original' ? [own, english] : [original, english]
  return others.find((other) => other !== null && foldText(other.title) !== shown) ?? null
}

function originalTitle(film: FilmTitles): NamedTitle {
  const title = film.original_title || film.title
  return { title, lang: languageOf(title, film.original_language) }
}

function englishTitle(film: FilmTitles): NamedTitle {
  const original = originalTitle(film)
  return film.title === original.title ? original : { title: film.title, lang: 'en' }
}

/**
 * A title that is the original of a film in another language is the source's way of having none. Of a film in the
 * reader's language it is the original, where that is written as the language is.
 */
function ownTitle(film: FilmTitles, language: string): NamedTitle | null {
  const original = originalTitle(film)
  const isOwn = film.original_language === language
  if (film.own_title && (isOwn || film.own_title !== original.title))
    return { title: film.own_title, lang: language }
  return isOwn && original.lang === language ? original : null
}

const latinLetters = /\p{Script=Latin}/u
const otherLetters = /(?!\p{Script=Latin})\p{L}/u

/** Latin letters alone are no title in a language that has others: the source put the English one there. */
function languageOf(title: string, code: string): string {
  const language = code === 'cn' ? 'yue' : code
  const script = scriptOf(language)
  if (script === undefined) return ''
  return script !== 'Latn' && latinLetters.test(title) && !otherLetters.test(title) ? 'en' : language
}
