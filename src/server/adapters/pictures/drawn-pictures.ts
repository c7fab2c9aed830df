import { avatarSize, avatarSvg } from '#built-in/artwork/avatar.ts'
import { defaultAvatarSvg, defaultBackdropSvg, defaultPosterSvg } from '#built-in/artwork/defaults.ts'
import { createDrawings } from '#built-in/artwork/drawings.ts'
import { drawWall } from '#built-in/artwork/wall.ts'
import { gifSvg } from '#built-in/gifs/frames.ts'
import { packGif } from '#built-in/gifs/pack.ts'
import type { Renderer } from '#built-in/artwork/render.ts'
import { parsePicturePath, pictureSizes, type DrawnPicture } from '#built-in/artwork/sizes.ts'
import type { Catalogue, CatalogueFilm } from '#built-in/catalogue/catalogue.ts'
import { layoutFor } from '#shared/drawn-posters.ts'
import { titleFor } from '#shared/film-titles.ts'

/**
 * A picture that can be drawn: its name in the cache, and the function that draws it (null when there is no such film
 * or person).
 */
export interface Drawable {
  name: string
  draw(): Promise<Buffer | null>
  /** When the film has no title in the language: the poster with the title that it has. */
  otherwise: Drawable | null
}

/** Finds a film's title in a language that the catalogue does not have; null for none. */
export type OwnTitle = (filmId: number, language: string) => Promise<string | null>

export interface DrawnPictures {
  /** Null when the two parts are not the address of a drawn picture. */
  picture(size: string, file: string): Drawable | null
  art(file: string): Drawable | null
  gif(id: string, isStill: boolean): Drawable | null
}

/** The version of the drawings; raise it when they change, so that pictures on disk are drawn again. */
const lookNumber = 4
const look = `v${lookNumber}`
const lookOf = /^(?:drawn|art|gifs\/scene)\/v(\d+)\//

/** The folder for pictures of the image host. Its parent once held them as they came; now they are encoded again. */
export const fetchedFolder = 'fetched/webp'

/** Whether the name is that of a picture as it was drawn or kept before. */
export function isOutdatedPicture(name: string): boolean {
  if (name.startsWith('fetched/')) return !name.startsWith(`${fetchedFolder}/`)
  return Number(lookOf.exec(name)?.[1] ?? lookNumber) < lookNumber
}

const avatarFile = /^avatar-([A-Za-z0-9_]{1,30})(?:-(96|200))?\.webp$/

const wallFile = /^wall-(ar|en|fr)\.avif$/

/** One name for all addresses of the same drawing. */
function keptName({ kind, id, variant, width, hue, layout, language }: DrawnPicture): string {
  const casting = kind === 'poster' ? `-${layout ?? layoutFor(width)}${hue ?? ''}${language ?? ''}` : ''
  return `${kind}${id}-${variant}${casting}.webp`
}

/** The title as pages show it; null when those show the English one. */
async function titleIn(film: CatalogueFilm, language: string, ownTitle: OwnTitle): Promise<string | null> {
  const { id, title, originalTitle, language: original_language } = film
  const own_title = (await ownTitle(id, language)) ?? film.translatedTitles[language] ?? null
  const named = { title, original_title: originalTitle, original_language, own_title }
  const shown = titleFor(named, { language, choice: 'my-language' })
  return shown.lang === language ? shown.title : null
}

/** Artwork of the built-in catalogue. Drawing costs some tens of milliseconds; nothing is kept here. */
export function createDrawnPictures(
  catalogue: Pick<Catalogue, 'film' | 'person'>,
  renderer: Renderer,
  ownTitle: OwnTitle,
): DrawnPictures {
  const drawings = createDrawings({
    renderer,
    person: (id) => catalogue.person(id),
    async film(id, language) {
      const film = await catalogue.film(id)
      const title = film && (language === null ? film.title : await titleIn(film, language, ownTitle))
      if (!film || title === null) return null
      const { year, genreIds, directors } = film
      return { id, title, year: year > 0 ? String(year) : '', director: directors[0] ?? null, genreIds }
    },
  })
  const art = (name: string, svg: () => string, [width, height]: readonly [number, number]): Drawable => ({
    name: `art/${look}/${name}`,
    draw: () => renderer.render(svg(), { width, height, format: 'webp' }),
    otherwise: null,
  })
  return {
    picture(size, file) {
      const known = parsePicturePath(size, file)
      if (!known) return null
      const drawable = (picture: DrawnPicture): Drawable => ({
        name: `drawn/${look}/${picture.size}/${keptName(picture)}`,
        draw: () => drawings.draw(picture),
        otherwise: picture.language === null ? null : drawable({ ...picture, language: null }),
      })
      return drawable(known)
    },
    art(file) {
      if (file === 'default-poster.webp')
        return art(file, defaultPosterSvg, pictureSizes.poster.get('w780') ?? [780, 1170])
      if (file === 'default-backdrop.webp')
        return art(file, defaultBackdropSvg, pictureSizes.backdrop.get('w1280') ?? [1280, 720])
      if (file === 'default-avatar.webp') return art(file, defaultAvatarSvg, [avatarSize, avatarSize])
      const language = wallFile.exec(file)?.[1]
      if (language !== undefined) {
        const draw = () => drawWall(drawings, renderer, language)
        return { name: `art/${look}/${file}`, draw, otherwise: null }
      }
      const [, seed, width = avatarSize] = avatarFile.exec(file) ?? []
      const edge = Number(width)
      return seed === undefined ? null : art(file, () => avatarSvg(seed), [edge, edge])
    },
    gif(id, isStill) {
      const gif = packGif(id)
      if (!gif) return null
      const name = `gifs/scene/${look}/${isStill ? 'still' : 'moving'}/${id}.webp`
      return { name, draw: () => renderer.animate(gifSvg(gif, isStill), gif.height), otherwise: null }
    },
  }
}
