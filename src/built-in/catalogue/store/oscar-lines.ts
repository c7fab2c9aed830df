import type { Locale } from '#shared/locale.ts'

const categories = {
  Director: { fr: 'de la meilleure réalisation', ar: 'أفضل إخراج' },
  Actor: { fr: 'du meilleur acteur', ar: 'أفضل ممثل' },
  Actress: { fr: 'de la meilleure actrice', ar: 'أفضل ممثلة' },
  'Supporting Actor': { fr: 'du meilleur second rôle masculin', ar: 'أفضل ممثل مساعد' },
  'Supporting Actress': { fr: 'du meilleur second rôle féminin', ar: 'أفضل ممثلة مساعدة' },
}
type Category = keyof typeof categories

const year = String.raw`\(\d{4}(?:–\d{2})?\)`
const prize = `Best (${Object.keys(categories).join('|')}) for `
const nominated = new RegExp(
  `^Nominated for (?:the Academy Award for |(\\d+) Academy Awards, among them )${prize}(.+ ${year})\\.$`,
)
const won = new RegExp(`^Won the Academy Awards?(?: for|:) (${prize}.+ ${year})\\.$`)
const film = new RegExp(`(.+?) (${year})(?:, | and |$)`, 'g')
const wonPrizes = new RegExp(`${prize}(.+?)(?=(?:, | and )Best |$)`, 'g')

type Told = Exclude<Locale, 'en'>

/** Films as they are called in English, between the quotation marks of the language. */
function filmsOf(text: string, locale: Told): string {
  const films = [...text.matchAll(film)].map(([, title = '', of = '']) =>
    locale === 'fr' ? `«\u00a0${title}\u00a0» ${of}` : `«\u2068${title}\u2069» ${of}`,
  )
  return locale === 'fr'
    ? new Intl.ListFormat('fr').format(films)
    : films.map((one, at) => (at === 0 ? one : `و${one}`)).join(' ')
}

/** A line on prizes of the Academy, which all have one of two patterns, in another language; null for other lines. */
export function oscarLine(line: string, locale: Told): string | null {
  const [, among, category, films] = nominated.exec(line) ?? []
  if (category !== undefined && films !== undefined) {
    const of = categories[category as Category][locale]
    const told = filmsOf(films, locale)
    if (locale === 'fr')
      return among === undefined
        ? `Nomination à l’Oscar ${of} pour ${told}.`
        : `${among}\u00a0nominations aux Oscars, dont une à l’Oscar ${of} pour ${told}.`
    return among === undefined
      ? `ترشيح لأوسكار ${of} عن ${told}.`
      : `ترشيحات للأوسكار: ${among}، منها ${of} عن ${told}.`
  }
  const [, prizes] = won.exec(line) ?? []
  if (prizes === undefined) return null
  const told = [...prizes.matchAll(wonPrizes)].map(([, of = '', on = '']) => {
    const name = categories[of as Category][locale]
    return locale === 'fr'
      ? `Oscar ${name} pour ${filmsOf(on, 'fr')}`
      : `أوسكار ${name} عن ${filmsOf(on, 'ar')}`
  })
  return `${told.join(locale === 'fr' ? '\u00a0; ' : '، و')}.`
}
