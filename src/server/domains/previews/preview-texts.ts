import { pluralForm, type Locale } from '#shared/locale.ts'
import { isolated, rightToLeft } from '#shared/isolated.ts'
import { filmsCounted, type LinkPreview } from '#server/adapters/pictures/previews/preview.ts'

const overviewLength = 200

/** `Salt Harbour (2011)` */
function filmName({ title, releaseDate }: { title: string; releaseDate: string }): string {
  const year = releaseDate.slice(0, 4)
  return year === '' ? inSentence(title) : `${inSentence(title)} (${year})`
}

interface Texts {
  listBy(handle: string): string
  film(film: string): string
  logged(handle: string, film: string): string
  rated(handle: string, film: string, stars: number): string
  list(handle: string, films: string): string
  profile(handle: string, films: string): string
}

const texts: Record<Locale, Texts> = {
  en: {
    listBy: (handle) => `A list by ${handle}`,
    film: (film) => `${film} on Scene, a social film diary.`,
    logged: (handle, film) => `${handle} logged ${film} on Scene.`,
    rated: (handle, film, stars) => `${handle} gave ${film} ${stars} out of 5 stars on Scene.`,
    list: (handle, films) => `A list of ${films} by ${handle} on Scene.`,
    profile: (handle, films) => `${handle} has logged ${films} on Scene.`,
  },
  ar: {
    listBy: (handle) => `قائمة من ${handle}`,
    film: (film) => `${film} على Scene، يوميات الأفلام الاجتماعية.`,
    logged: (handle, film) => `سجل جديد من ${handle} على Scene: ${film}.`,
    rated: (handle, film, stars) => `تقييم ${handle} على Scene: ${film}، ${stars} من 5 نجوم.`,
    list: (handle, films) => `قائمة من ${handle} على Scene: ${films}.`,
    profile: (handle, films) => `سجل ${handle} على Scene: ${films}.`,
  },
  fr: {
    listBy: (handle) => `Une liste de ${handle}`,
    film: (film) => `${film} sur Scene, un journal de films à partager.`,
    logged: (handle, film) => `${handle} a ajouté ${film} à son journal sur Scene.`,
    rated: (handle, film, stars) => `${handle} a donné ${starsInFrench(stars)} sur 5 à ${film} sur Scene.`,
    list: (handle, films) => `Une liste de ${films} par ${handle} sur Scene.`,
    profile: (handle, films) => `${handle} sur Scene\u00a0: ${films} au journal.`,
  },
}

/** `1,5 étoile` */
const starsInFrench = (stars: number) =>
  `${stars.toLocaleString('fr')} ${pluralForm('fr', stars, { one: 'étoile', other: 'étoiles' })}`

/** What a preview is called, in the order in which it is told: the thing, then whose it is. */
export function titleOf(preview: LinkPreview): string {
  switch (preview.type) {
    case 'movie':
      return filmName(preview)
    case 'review':
      return `${filmName(preview.film)} · @${preview.author.username}`
    case 'list':
      return preview.title || texts[preview.locale].listBy(`@${preview.author.username}`)
    case 'profile':
      return preview.name === null
        ? `@${preview.username}`
        : `${inSentence(preview.name)} (@${preview.username})`
  }
}

/** The description contains no words of members except titles and names, since texts are for members only. */
export function descriptionOf(preview: LinkPreview): string {
  const say = texts[preview.locale]
  switch (preview.type) {
    case 'movie':
      return shortened(preview.overview, overviewLength) || say.film(filmName(preview))
    case 'review': {
      const { author, film, rating } = preview
      const handle = handleIn(preview, author)
      return rating === null ? say.logged(handle, filmName(film)) : say.rated(handle, filmName(film), rating)
    }
    case 'list':
      return say.list(handleIn(preview, preview.author), filmsCounted(preview.filmsCount, preview.locale))
    case 'profile':
      return say.profile(handleIn(preview, preview), filmsCounted(preview.filmsCount, preview.locale))
  }
}

/** In a sentence from right to left a name from left to right is isolated. */
const handleIn = ({ locale }: LinkPreview, { username }: { username: string }) =>
  locale === 'ar' ? isolated(`@${username}`) : `@${username}`

/** A part of a sentence; text from right to left is isolated, so that the order of the rest stays. */
function inSentence(text: string): string {
  return rightToLeft.test(text) ? isolated(text) : text
}

/** Shortens a text to at most `maxLength` characters, between words if possible. */
function shortened(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength - 1).join('')
  return `${cut.replace(/\s+\S{0,20}$/, '').trimEnd()}…`
}
