import { filmsCounted, type LinkPreview } from '#server/adapters/pictures/previews/preview.ts'

const overviewLength = 200

/** `Salt Harbour (2011)` */
export function filmName({ title, releaseDate }: { title: string; releaseDate: string }): string {
  const year = releaseDate.slice(0, 4)
  return year === '' ? isolated(title) : `${isolated(title)} (${year})`
}

/** What a preview is called, in the order in which it is told: the thing, then whose it is. */
export function titleOf(preview: LinkPreview): string {
  switch (preview.type) {
    case 'movie':
      return filmName(preview)
    case 'review':
      return `${filmName(preview.film)} · @${preview.author.username}`
    case 'list':
      return preview.title || `A list by @${preview.author.username}`
    case 'profile':
      return preview.name === null
        ? `@${preview.username}`
        : `${isolated(preview.name)} (@${preview.username})`
  }
}

/** Never a word that a member wrote but titles and names: texts are for members. */
export function descriptionOf(preview: LinkPreview): string {
  switch (preview.type) {
    case 'movie':
      return (
        shortened(preview.overview, overviewLength) || `${filmName(preview)} on Scene, a social film diary.`
      )
    case 'review': {
      const { author, film, rating } = preview
      return rating === null
        ? `@${author.username} logged ${filmName(film)} on Scene.`
        : `@${author.username} gave ${filmName(film)} ${rating} out of 5 stars on Scene.`
    }
    case 'list':
      return `A list of ${filmsCounted(preview.filmsCount)} by @${preview.author.username} on Scene.`
    case 'profile':
      return `@${preview.username} has logged ${filmsCounted(preview.filmsCount)} on Scene.`
  }
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A part of a sentence; one that runs from right to left is isolated, so that the order of the rest survives. */
function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** At most so many characters, cut between words where there are any. */
function shortened(text: string, most: number): string {
  const characters = Array.from(text)
  if (characters.length <= most) return text
  const cut = characters.slice(0, most - 1).join('')
  return `${cut.replace(/\s+\S{0,20}$/, '').trimEnd()}…`
}
