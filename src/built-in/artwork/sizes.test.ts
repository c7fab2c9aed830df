import { describe, expect, it } from 'vitest'
import { parsePicturePath, pictureSizes } from '#built-in/artwork/sizes.ts'

describe('picture addresses', () => {
  it('reads its own paths back in every size', () => {
    for (const kind of ['poster', 'backdrop', 'profile'] as const) {
      for (const [size, [width, height]] of pictureSizes[kind]) {
        const file = `${kind}907383978-5.jpg`
        expect(parsePicturePath(size, file)).toEqual({
          kind,
          id: 907383978,
          variant: 5,
          size,
          width,
          height,
          hue: null,
          layout: null,
          language: null,
        })
      }
    }
  })

  it('serves posters at w300 as w342, by either name', () => {
    expect(parsePicturePath('w500', 'poster603-0.webp')).toMatchObject({ width: 500, height: 750 })
    expect(parsePicturePath('w300', 'poster603-0.jpg')).toMatchObject({ size: 'w342', width: 342 })
    expect(parsePicturePath('w300', 'backdrop603-0.jpg')).toMatchObject({ size: 'w300', width: 300 })
    expect(parsePicturePath('w300', 'profile603-0.jpg')).toBeNull()
  })

  it('reads hue and layout of posters, whatever letter the motif has', () => {
    expect(parsePicturePath('w185', 'poster603-0-k3-t.webp')).toMatchObject({ hue: 3, layout: 't' })
    expect(parsePicturePath('w185', 'poster603-0-a3-t.webp')).toMatchObject({ hue: 3, layout: 't' })
    expect(parsePicturePath('w185', 'poster603-0-k3.webp')).toMatchObject({ hue: 3, layout: null })
    expect(parsePicturePath('w185', 'poster603-0-x.webp')).toMatchObject({ hue: null, layout: 'x' })
  })

  it('reads the language of a title, English being the one of old addresses', () => {
    expect(parsePicturePath('w185', 'poster603-0-k3-t.ar.webp')).toMatchObject({
      language: 'ar',
      layout: 't',
    })
    expect(parsePicturePath('w185', 'poster603-0.fr.jpg')).toMatchObject({ language: 'fr', layout: null })
    expect(parsePicturePath('w185', 'poster603-0-k3-t.en.jpg')).toMatchObject({ language: null })
    expect(parsePicturePath('w185', 'poster603-0-k3-x.ar.jpg')).toMatchObject({ language: null })
  })

  it.each([
    ['w500', 'poster603-0.de.jpg'],
    ['w500', 'poster603-0.AR.jpg'],
    ['w500', 'poster603-0.ar.ar.jpg'],
    ['w500', 'poster603-0.ar-t.jpg'],
    ['w780', 'backdrop603-0.ar.jpg'],
    ['w185', 'profile603-0.ar.jpg'],
    ['w500', '../poster603-0.jpg'],
    ['w500', 'poster603-0-k6.jpg'],
    ['w500', 'poster603-0-t-k3.jpg'],
    ['w500', 'poster603-0-o3.jpg'],
    ['w500', 'poster603-0-s.jpg'],
    ['w780', 'backdrop603-0-k3.jpg'],
    ['w185', 'profile603-0-t.jpg'],
    ['w500', 'poster603-0.jpg/../../secret'],
    ['w500', '%2e%2e%2fposter603-0.jpg'],
    ['w500', 'poster603-0.jpg\n'],
    ['w500', 'poster603-6.jpg'],
    ['w500', 'poster603-00.jpg'],
    ['w500', 'poster603.jpg'],
    ['w500', 'poster0603-0.jpg'],
    ['w500', 'poster-603-0.jpg'],
    ['w500', 'poster12345678901-0.jpg'],
    ['w500', 'poster603-0.png'],
    ['w500', 'poster603-0.JPG'],
    ['w500', 'still603-0.jpg'],
    ['w500', ''],
    ['w501', 'poster603-0.jpg'],
    ['W500', 'poster603-0.jpg'],
    ['../w500', 'poster603-0.jpg'],
    ['__proto__', 'poster603-0.jpg'],
    ['w45', 'poster603-0.jpg'],
    ['h632', 'backdrop603-0.jpg'],
    ['w500', 'backdrop603-0.jpg'],
  ])('refuses %s/%s', (size, file) => {
    expect(parsePicturePath(size, file)).toBeNull()
  })
})
