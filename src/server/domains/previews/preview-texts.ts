import { filmsCounted, type Preview } from '#server/adapters/pictures/previews/preview.ts'
import { isolated, shortened } from './plain-text.ts'

const overviewLength = 200

/** `Salt Harbour (2011)` */
export function filmName({ title, releaseDate }: { title: string; releaseDate: string }): string {
  const year = releaseDate.slice(0, 4)
  return year === '' ? isolated(title) : `${isolated(title)} (${year})`
}

/** What a preview is called, in the order in which it is told: the thing, then whose it is. */
export function titleOf(preview: Preview): string {
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
export function descriptionOf(preview: Preview): string {
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
