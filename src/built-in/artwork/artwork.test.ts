import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { avatarSvg } from '#built-in/artwork/avatar.ts'
import { backdropSvg, posterSvg } from '#built-in/artwork/poster.ts'
import { defaultAvatarSvg, defaultBackdropSvg, defaultPosterSvg } from '#built-in/artwork/defaults.ts'
import { castingCode, castingOf } from '#built-in/artwork/casting.ts'
import { motifs } from '#built-in/artwork/motifs/motifs.ts'
import type { ArtFilm } from '#built-in/artwork/picture.ts'
import { initialsOf, portraitSvg } from '#built-in/artwork/portrait.ts'
import type { PosterLayout } from '#shared/drawn-posters.ts'
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
      godfather: hash(posterSvg(godfather, 0, 'f', null)),
      godfatherSmall: hash(posterSvg(godfather, 0, 't', null)),
      arabic: hash(posterSvg(wadjda, 0, 'f', null)),
      scienceFiction: hash(posterSvg(runner, 3, 'f', null)),
      long: hash(posterSvg(long, 0, 'f', null)),
      backdrop: hash(backdropSvg(godfather, 0)),
      portrait: hash(portraitSvg({ id: 1, name: 'Haifaa al-Mansour' }, 0)),
      avatar: hash(avatarSvg('layla')),
      defaults: hash(defaultPosterSvg() + defaultAvatarSvg() + defaultBackdropSvg()),
    }
    expect(drawn).toMatchInlineSnapshot(`
      {
        "arabic": "deea6514a78fa277",
        "avatar": "66cdd1d3c37dbeba",
        "backdrop": "f3234bb1a47e23dd",
        "defaults": "a74372f422b15887",
        "godfather": "4700d342f7a53cbf",
        "godfatherSmall": "6f8f52dfb889a5a5",
        "long": "1e212a116b3b0a58",
        "portrait": "35a0748dc7944e63",
        "scienceFiction": "31f67ce49b565e55",
      }
    `)
  })

  it('differs between films, variants and kinds', () => {
    const pictures = [0, 1, 2, 3, 4, 5].flatMap((variant) => [
      posterSvg(godfather, variant, 'f', null),
      posterSvg({ ...godfather, id: 240 }, variant, 'f', null),
      backdropSvg(godfather, variant),
    ])
    expect(new Set(pictures).size).toBe(18)
  })

  it.each(genreIds)('has a motif for genre %i, in every composition upright and wide', (genre) => {
    const films = Array.from({ length: 60 }, (_, index) => film(index + 1, 'A', [genre]))
    const seen = new Set(
      films.map(({ id, genreIds }) => {
        const { motif, composition } = castingOf(id, genreIds, 0)
        return `${motif} ${composition % motifs[motif].length}`
      }),
    )
    expect(seen.size).toBeGreaterThanOrEqual(6)
    for (const one of films) {
      for (const svg of [posterSvg(one, 0, 'f', null), backdropSvg(one, 0)]) {
        expect(svg).not.toMatch(/NaN|undefined|Infinity|hsl\(/)
        expect(svg.match(/<(circle|rect|path|polygon|ellipse)/g)?.length).toBeGreaterThan(6)
      }
    }
  })

  it('keeps the picture and the words in another hue', () => {
    const shapes = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}/g, '')
    const own = castingOf(godfather.id, godfather.genreIds, 0).hue
    const drawn = posterSvg(godfather, 0, 'f', null)
    expect(posterSvg(godfather, 0, 'f', own)).toBe(drawn)
    const other = posterSvg(godfather, 0, 'f', (own + 2) % 6)
    expect(other).not.toBe(drawn)
    expect(shapes(other)).toBe(shapes(drawn))
  })

  it('says in its code what is drawn', () => {
    expect(castingCode(238, [18, 80], 0)).toMatch(/^[ign][4013]$/)
    expect(castingCode(238, [], 0)).toMatch(/^[bfi][4530]$/)
    const codes = [0, 1, 2, 3, 4, 5].map((variant) => castingCode(238, [18, 80], variant))
    expect(new Set(codes).size).toBeGreaterThanOrEqual(4)
  })

  it('draws films of no known genre too', () => {
    expect(posterSvg(film(1, 'A', []), 0, 'f', null)).toContain('>A</text>')
    expect(posterSvg(film(1, 'A', [999]), 0, 'f', null)).toContain('>A</text>')
  })

  it('says less the smaller a poster is', () => {
    const words = (layout: PosterLayout) =>
      [...posterSvg(godfather, 0, layout, null).matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(words('f')).toEqual(['THE', 'GODFATHER', 'Haifaa al-Mansour · 2012'])
    expect(words('m')).toEqual(['THE', 'GODFATHER'])
    expect(words('t')).toEqual(['THE', 'GODFATHER'])
    expect(words('x')).toEqual([])
    expect(posterSvg({ ...godfather, director: null }, 0, 'f', null)).toContain('>2012</text>')
  })

  it('escapes titles and shows the year where no letter can be drawn', () => {
    expect(posterSvg(film(1, '<Q&A>', [18]), 0, 'f', null)).toContain('&lt;Q&amp;A&gt;')
    expect(posterSvg(film(1, '千と千尋', [16]), 0, 'f', null)).toContain('>2012</text><')
  })

  it('never asks for right-to-left direction, which resvg clips', () => {
    for (let variant = 0; variant < 6; variant++) {
      const svg = posterSvg(wadjda, variant, 'f', null)
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
