import { wallFilms, wallPicture } from '#shared/poster-wall.ts'
import type { Drawings } from '#built-in/artwork/drawings.ts'
import type { Renderer } from '#built-in/artwork/render.ts'
import { parsePicturePath } from '#built-in/artwork/sizes.ts'

/** Of a poster, in pixels: less than two a point, as the wall is dark. */
const tile = { width: 120, height: 180 } as const
const { columns, rows } = wallPicture

/** The wall of posters behind the account screens of phones: ten addresses would be ten requests. */
export async function drawWall(drawings: Drawings, renderer: Renderer, language: string): Promise<Buffer> {
  const films = wallFilms.slice(0, columns * rows)
  const posters = await Promise.all(films.map((film) => drawPoster(drawings, film, language)))
  const places = films.map((_, at) => {
    const [x, y] = [(at % columns) * tile.width, Math.floor(at / columns) * tile.height]
    return `<use href="#picture${at}" x="${x}" y="${y}"/>`
  })
  const [width, height] = [columns * tile.width, rows * tile.height]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${places.join('')}</svg>`
  const pictures = posters.map((bytes) => bytes && { bytes, ...tile, blurred: false })
  return renderer.render(svg, { width, height, format: 'avif', pictures })
}

/** With its title in the language, else with the one that it has. */
async function drawPoster(drawings: Drawings, film: number, language: string): Promise<Buffer | null> {
  const picture = parsePicturePath('w185', `poster${film}-0-t.${language}.jpg`)
  return picture && ((await drawings.draw(picture)) ?? drawings.draw({ ...picture, language: null }))
}
