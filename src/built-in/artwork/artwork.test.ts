import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { avatarSvg } from '#built-in/artwork/avatar.ts'
import { backdropSvg, posterSvg } from '#built-in/artwork/poster.ts'
import { defaultAvatarSvg, defaultBackdropSvg, defaultPosterSvg } from '#built-in/artwork/defaults.ts'
import { motifOfGenre } from '#built-in/artwork/motifs/motifs.ts'
import type { ArtFilm } from '#built-in/artwork/picture.ts'
import { initialsOf, portraitSvg } from '#built-in/artwork/portrait.ts'
import { createRandom, fmix32, fnv1a } from '#built-in/seeded-random.ts'

const genreIds = [28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 53, 10752, 37]

function film(id: number, title: string, genres: number[]): ArtFilm {
  return { id, title, year: '2012', director: 'Haifaa al-Mansour', genreIds: genres }
}

const godfather = film(238, 'The Godfather', [18, 80])
const wadjda = film(129112, 'وجدة', [18])
const runner = film(78, 'Blade Runner', [878, 18])
const long = film(9301, "Don't Be a Menace to South Central While Drinking Your Juice in the Hood", [35])

function hash(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 16)
}

describe('the seed', () => {
  it('hashes as FNV-1a and MurmurHash3 publish it', () => {
    expect(fnv1a('')).toBe(0x811c9dc5)
    expect(fnv1a('foobar')).toBe(0xbf9cf968)
    expect(fmix32(0)).toBe(0)
    expect(fmix32(1)).toBe(0x514e28b7)
  })

  it('draws numbers within their bounds', () => {
    const random = createRandom(7)
    const numbers = Array.from({ length: 500 }, () => random.int(2, 5))
    expect(new Set(numbers)).toEqual(new Set([2, 3, 4, 5]))
  })
})

describe('drawn artwork', () => {
  // A changed hash means a changed look of every installation's pictures: raise the seed's version with it.
  it('never changes between runs', () => {
    const drawn = {
      godfather: hash(posterSvg(godfather, 0, 'large')),
      godfatherSmall: hash(posterSvg(godfather, 0, 'small')),
      arabic: hash(posterSvg(wadjda, 0, 'large')),
      scienceFiction: hash(posterSvg(runner, 3, 'large')),
      long: hash(posterSvg(long, 0, 'large')),
      backdrop: hash(backdropSvg(godfather, 0)),
      portrait: hash(portraitSvg({ id: 1, name: 'Haifaa al-Mansour' }, 0)),
      avatar: hash(avatarSvg('layla')),
      defaults: hash(defaultPosterSvg() + defaultAvatarSvg() + defaultBackdropSvg()),
    }
    expect(drawn).toMatchInlineSnapshot(`
      {
        "arabic": "a2a515fcb48166dd",
        "avatar": "66cdd1d3c37dbeba",
        "backdrop": "e95538da12c8f83d",
        "defaults": "a74372f422b15887",
        "godfather": "f3704b35a0c7cfae",
        "godfatherSmall": "8ba35de7b7057211",
        "long": "5f4385103d6f9ffa",
        "portrait": "35a0748dc7944e63",
        "scienceFiction": "856132206fe32b5f",
      }
    `)
  })

  it('differs between films, variants and kinds', () => {
    const pictures = [0, 1, 2, 3, 4, 5].flatMap((variant) => [
      posterSvg(godfather, variant, 'large'),
      posterSvg({ ...godfather, id: 240 }, variant, 'large'),
      backdropSvg(godfather, variant),
    ])
    expect(new Set(pictures).size).toBe(18)
  })

  it.each(genreIds)('has a motif for genre %i, in every composition upright and wide', (genre) => {
    const motif = motifOfGenre.get(genre)
    expect(motif?.length).toBeGreaterThanOrEqual(2)
    for (let variant = 0; variant < (motif?.length ?? 0); variant++) {
      for (const svg of [
        posterSvg(film(9, 'A', [genre]), variant, 'large'),
        backdropSvg(film(9, 'A', [genre]), variant),
      ]) {
        expect(svg).not.toMatch(/NaN|undefined|Infinity|hsl\(/)
        expect(svg.match(/<(circle|rect|path|polygon|ellipse)/g)?.length).toBeGreaterThan(6)
      }
    }
  })

  it('draws films of no known genre too', () => {
    expect(posterSvg(film(1, 'A', []), 0, 'large')).toContain('>A</text>')
    expect(posterSvg(film(1, 'A', [999]), 0, 'large')).toContain('>A</text>')
  })

  it('leaves the credit line out of small posters', () => {
    expect(posterSvg(godfather, 0, 'large')).toContain('Haifaa al-Mansour · 2012')
    expect(posterSvg(godfather, 0, 'small')).not.toContain('2012')
    expect(posterSvg({ ...godfather, director: null }, 0, 'large')).toContain('>2012</text>')
  })

  it('escapes titles and shows the year where no letter can be drawn', () => {
    expect(posterSvg(film(1, '<Q&A>', [18]), 0, 'large')).toContain('&lt;Q&amp;A&gt;')
    expect(posterSvg(film(1, '千と千尋', [16]), 0, 'large')).toContain('>2012</text><')
  })

  it('never asks for right-to-left direction, which resvg clips', () => {
    for (let variant = 0; variant < 6; variant++) {
      const svg = posterSvg(wadjda, variant, 'large')
      expect(svg).not.toContain('direction')
      expect(svg).not.toContain('letter-spacing')
      expect(svg).toMatch(/text-anchor="(end|middle)"/)
    }
  })

  it('shortens names to initials', () => {
    expect(initialsOf('Francis Ford Coppola')).toBe('FC')
    expect(initialsOf('Haifaa al-Mansour')).toBe('HM')
    expect(initialsOf('Zendaya')).toBe('Z')
    expect(initialsOf('هيفاء المنصور')).toBe('ه\u00a0م')
    expect(initialsOf('三船敏郎')).toBe('')
  })

  it('gives members six marks', () => {
    const shapes = new Set(
      Array.from({ length: 200 }, (_, index) =>
        avatarSvg(`member ${index}`)
          .match(/<(circle|rect|path|polygon) /g)
          ?.join(''),
      ),
    )
    expect(shapes.size).toBe(6)
  })
})
