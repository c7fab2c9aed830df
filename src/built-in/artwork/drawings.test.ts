import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createDrawings } from '#built-in/artwork/drawings.ts'
import type { ArtFilm } from '#built-in/artwork/picture.ts'
import { createRenderer } from '#built-in/artwork/render.ts'
import { parsePicturePath } from '#built-in/artwork/sizes.ts'

const wadjda: ArtFilm = {
  id: 129112,
  title: 'Wadjda وجدة',
  year: '2012',
  director: 'Haifaa al-Mansour',
  genreIds: [18],
}

const drawings = createDrawings({
  film: async (id) => (id === wadjda.id ? wadjda : null),
  person: async (id) => (id === 7 ? { id, name: 'Haifaa al-Mansour' } : null),
  renderer: createRenderer(),
})

async function draw(size: string, file: string) {
  const picture = parsePicturePath(size, file)
  return picture && drawings.draw(picture)
}

describe('drawings', () => {
  it.each([
    ['w92', 'poster129112-0.webp', 92, 138],
    ['w185', 'poster129112-1.jpg', 185, 278],
    ['w240', 'poster129112-1.jpg', 240, 360],
    ['w342', 'poster129112-2.webp', 342, 513],
    ['w500', 'poster129112-5.jpg', 500, 750],
    ['w300', 'backdrop129112-0.webp', 300, 169],
    ['w780', 'backdrop129112-3.jpg', 780, 439],
    ['w45', 'profile7-0.jpg', 45, 68],
    ['h632', 'profile7-0.webp', 421, 632],
  ])('draws %s/%s, as WebP whatever the file is called', async (size, file, width, height) => {
    const drawing = await draw(size, file)
    const picture = sharp(drawing ?? undefined)
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width, height, hasAlpha: false })
    // A picture of one flat colour would have no entropy: nothing was drawn.
    expect((await picture.stats()).entropy).toBeGreaterThan(3)
  })

  it('letters the poster in white', async () => {
    const drawing = await draw('w500', 'poster129112-0.webp')
    const foot = await sharp(drawing ?? undefined)
      .extract({ left: 0, top: 500, width: 500, height: 200 })
      .toBuffer()
    const { channels } = await sharp(foot).stats()
    expect(channels.every(({ max }) => max > 240)).toBe(true)
  })

  it('answers null for unknown films, people and addresses', async () => {
    expect(await draw('w500', 'poster1-0.jpg')).toBeNull()
    expect(await draw('w500', 'backdrop1-0.jpg')).toBeNull()
    expect(await draw('w185', 'profile8-0.jpg')).toBeNull()
    expect(await draw('w500', '../poster129112-0.jpg')).toBeNull()
  })

  it('gives the same bytes twice, also when asked at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => draw('w154', 'poster129112-0.webp')))
    const [first, ...others] = answers
    for (const other of others) expect(other?.equals(first ?? Buffer.alloc(0))).toBe(true)
  })

  it('rejects what is not a drawing', async () => {
    await expect(createRenderer().render('<svg', { width: 10, height: 10, format: 'webp' })).rejects.toThrow(
      Error,
    )
  })
})
