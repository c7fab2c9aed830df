import { pluralForm, type Locale, type PluralForms } from '#shared/locale.ts'

/** What link previews show, in words and drawn. */

interface PreviewBase {
  locale: Locale
}

interface PreviewAuthor {
  id: string
  username: string
  /** Pictures are addresses on our own origin. */
  avatar: string | null
}

interface PreviewFilm {
  id: number
  title: string
  /** `YYYY-MM-DD` or blank. */
  releaseDate: string
  /** Minutes; 0 when unknown. */
  runtime: number
  poster: string | null
  backdrop: string | null
}

export interface FilmPreview extends PreviewFilm, PreviewBase {
  type: 'movie'
  overview: string
}

export interface ReviewPreview extends PreviewBase {
  type: 'review'
  id: string
  film: PreviewFilm
  author: PreviewAuthor
  /** Stars; null is unrated. */
  rating: number | null
}

export interface ListPreview extends PreviewBase {
  type: 'list'
  id: string
  title: string
  author: PreviewAuthor
  filmsCount: number
  isRanked: boolean
  cover: string | null
  posters: string[]
}

export interface ProfilePreview extends PreviewAuthor, PreviewBase {
  type: 'profile'
  name: string | null
  backdrop: string | null
  filmsCount: number
}

/** Everything that a preview shows; each text is a single line. */
export type LinkPreview = FilmPreview | ReviewPreview | ListPreview | ProfilePreview

const filmForms: Record<Locale, PluralForms> = {
  en: { one: '# film', other: '# films' },
  ar: { zero: 'لا أفلام', one: 'فيلم واحد', two: 'فيلمان', few: '# أفلام', many: '# فيلمًا', other: '# فيلم' },
  fr: { one: '# film', other: '# films' },
}

export const filmsCounted = (count: number, locale: Locale): string =>
  pluralForm(locale, count, filmForms[locale]).replace('#', String(count))

interface DrawnWords {
  minutes: (count: number) => string
  /** Instead of a title that cannot be drawn. */
  film: string
  list: string
}

export const drawnWords: Record<Locale, DrawnWords> = {
  en: { minutes: (count) => `${count} min`, film: 'A film', list: 'A list' },
  ar: {
    minutes: (count) =>
      pluralForm('ar', count, {
        one: 'دقيقة واحدة',
        two: 'دقيقتان',
        few: '# دقائق',
        many: '# دقيقة',
        other: '# دقيقة',
      }).replace('#', String(count)),
    film: 'فيلم',
    list: 'قائمة',
  },
  fr: { minutes: (count) => `${count} min`, film: 'Un film', list: 'Une liste' },
}
