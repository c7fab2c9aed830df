import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { toStoredImage } from './images.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

const info = async (bytes: Buffer) => sharp(bytes).metadata()

describe('pictures that are kept', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s becomes WebP', async (format) => {
    const bytes = await plain(300, 200).toFormat(format).toBuffer()
    const stored = await info(await toStoredImage(bytes, { kind: 'log' }))
    expect(stored).toMatchObject({ format: 'webp', width: 300, height: 200 })
  })

  test('large ones are fitted into 2048 pixels, small ones are not blown up', async () => {
    const large = await toStoredImage(await plain(4000, 1000).png().toBuffer(), { kind: 'backdrop' })
    expect(await info(large)).toMatchObject({ width: 2048, height: 512 })
    const small = await toStoredImage(await plain(20, 10).png().toBuffer(), { kind: 'log', maxEdge: 100 })
    expect(await info(small)).toMatchObject({ width: 20, height: 10 })
  })

  test('avatars become squares of at most 512 pixels', async () => {
    const large = await toStoredImage(await plain(900, 700).jpeg().toBuffer(), { kind: 'avatar' })
    expect(await info(large)).toMatchObject({ width: 512, height: 512 })
    const small = await toStoredImage(await plain(90, 60).jpeg().toBuffer(), { kind: 'avatar' })
    expect(await info(small)).toMatchObject({ width: 60, height: 60 })
  })

  test.each([
    ['a wide one', 3000, 900, 1600, 900],
    ['a tall one', 900, 3000, 900, 506],
    ['one of the right shape', 1280, 720, 1280, 720],
    ['a small one', 8, 8, 8, 5],
    ['a line', 900, 1, 2, 1],
  ])('a cover is 16:9 and at most 1600 pixels wide: %s', async (_name, width, height, wide, high) => {
    const stored = await toStoredImage(await plain(width, height).png().toBuffer(), { kind: 'cover' })
    expect(await info(stored)).toMatchObject({ format: 'webp', width: wide, height: high })
  })

  test('of a cover that lies on its side the middle of the upright picture is kept', async () => {
    // Upright it is 600 x 200: red, green, blue from left to right.
    const stripe = (background: string, top: number) => ({
      input: { create: { width: 200, height: 200, channels: 3 as const, background } },
      top,
      left: 0,
    })
    const photo = await plain(200, 600)
      .composite([stripe('#0000ff', 0), stripe('#00ff00', 200), stripe('#ff0000', 400)])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const stored = await toStoredImage(photo, { kind: 'cover' })
    expect(await info(stored)).toMatchObject({ width: 356, height: 200 })
    const { data, info: raw } = await sharp(stored).raw().toBuffer({ resolveWithObject: true })
    const colour = (x: number) =>
      [...data.subarray((100 * raw.width + x) * raw.channels).subarray(0, 3)].map((value) => value > 128)
    expect([40, 178, 316].map(colour)).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ])
  })

  test('the place where a photo was taken is gone and the photo stands upright', async () => {
    const photo = await plain(300, 200)
      .withExif({
        IFD0: { Artist: 'CANARY-ARTIST' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.toString('latin1')).toContain('CANARY-ARTIST')
    const stored = await toStoredImage(photo, { kind: 'log' })
    const { exif, xmp, icc, iptc, orientation, width, height } = await info(stored)
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
    expect([width, height]).toEqual([200, 300])
    expect(stored.toString('latin1')).not.toContain('CANARY')
  })

  test('of an animation the first frame is kept', async () => {
    const colours = ['#ff0000', '#0000ff']
    const stills = colours.map((background) =>
      sharp({ create: { width: 10, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    )
    const frames = await sharp(await Promise.all(stills), { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await info(frames)).pages).toBe(2)
    expect((await info(await toStoredImage(frames, { kind: 'log' }))).pages).toBeUndefined()
  })

  test('what rides along behind or inside a picture is dropped', async () => {
    const script = '<script>alert(document.domain)</script>PK\u0003\u0004'
    const bytes = Buffer.concat([await plain(50, 50).jpeg().toBuffer(), Buffer.from(script)])
    const stored = await toStoredImage(bytes, { kind: 'log' })
    expect(stored.toString('latin1')).not.toMatch(/script|PK\u0003/)
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

/** A whole and correct PNG of one bit a pixel: tens of kilobytes that unfold to `edge`² pixels. */
function blackPng(edge: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header[8] = 1
  const rows = Buffer.alloc(edge * (1 + Math.ceil(edge / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('what is not a picture', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['SVG', Buffer.from(svg)],
    ['SVG behind a declaration', Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>${svg}`)],
    ['SVG under a picture’s signature', Buffer.concat([Buffer.from('GIF89a'), Buffer.from(svg)])],
    ['HTML under a picture’s signature', Buffer.from('\xFF\xD8\xFF<html><script>1</script>', 'latin1')],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['TIFF', Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0])],
  ])('%s is refused', async (_name, bytes) => {
    await expect(toStoredImage(bytes, { kind: 'log' })).rejects.toMatchObject({
      code: 'upload.not_an_image',
      status: 415,
    })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('half a %s is refused', async (format) => {
    const noise = sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    const whole = await noise.toFormat(format).toBuffer()
    await expect(toStoredImage(whole.subarray(0, whole.length / 2), { kind: 'log' })).rejects.toMatchObject({
      code: 'upload.not_an_image',
    })
  })

  test('a PNG of the same making within the limit is kept', async () => {
    expect(await info(await toStoredImage(blackPng(600), { kind: 'log' }))).toMatchObject({ width: 600 })
  })

  test('a small file of 256 megapixels is refused', async () => {
    const bomb = blackPng(16_000)
    expect(bomb.length).toBeLessThan(100_000)
    await expect(toStoredImage(bomb, { kind: 'log' })).rejects.toMatchObject({ code: 'upload.not_an_image' })
  })
})
