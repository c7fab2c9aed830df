import pLimit from 'p-limit'
import { creditFontFile, titleFontFile } from '#built-in/artwork/fonts.ts'

type RenderOptions = {
  /** Pixels; the drawing is scaled to the width and trimmed or stretched by less than one pixel in height. */
  width: number
  height: number
  /** An AVIF has two thirds of a WebP's bytes and takes twenty times as long. */
  format: 'webp' | 'jpeg' | 'avif'
  /** What `<use href="#picture0"/>`, `#picture1`, … stand for; null and what is no picture is left out. */
  pictures?: readonly (EmbeddedPicture | null)[]
}

/** A JPEG, PNG, WebP or GIF that fills a box in user units; what is too much of it at two sides is cut off. */
export type EmbeddedPicture = { bytes: Uint8Array; width: number; height: number; blurred: boolean }

export type Renderer = {
  /** @throws Error when `svg` is not well-formed */
  render(svg: string, options: RenderOptions): Promise<Buffer>
  /** A JPEG, PNG or WebP as WebP, at most `maxWidth` pixels wide. @throws Error for what is none */
  encode(bytes: Uint8Array, maxWidth: number | null): Promise<Buffer>
  /**
   * A WebP that loops, 80 ms a frame, of 16 colours, from a drawing in pixels that has frames of this height one
   * below the other; a single frame stands still. @throws Error when `svg` is not well-formed
   */
  animate(svg: string, frameHeight: number): Promise<Buffer>
}

const quality = { webp: 75, jpeg: 84, avif: 45, embedded: 86 } as const
/**
 * Of 6, where two more double the time for 4 % fewer bytes. Drawings are made while somebody waits for a page of them;
 * fetched pictures come one by one.
 */
const effort = { drawn: 2, encoded: 4 } as const
/** A blurred picture is blurred at this share of its size. */
const blurScale = 1 / 8
const maxPixels = 40_000_000
const frameMs = 80
const gifColours = 16

const maxAtOnce = 2

/** Turns drawings into pictures, a few at a time. The encoders are loaded with the first drawing. */
export function createRenderer(): Renderer {
  const limit = pLimit(maxAtOnce)
  let encoders: ReturnType<typeof loadEncoders> | undefined
  return {
    render: (svg, { width, height, format, pictures = [] }) =>
      limit(async () => {
        encoders ??= loadEncoders()
        const { renderAsync, sharp } = await encoders
        const embedded = await Promise.all(pictures.map((picture, index) => embed(sharp, picture, index)))
        const drawn = await renderAsync(
          svg.replace('>', () => `>${embedded.join('')}`),
          {
            fitTo: { mode: 'width', value: width },
            font: { loadSystemFonts: false, fontFiles: [titleFontFile, creditFontFile] },
            logLevel: 'off',
          },
        )
        const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const
        const picture = sharp(drawn.pixels, { raw }).removeAlpha()
        if (drawn.width !== width || drawn.height !== height) picture.resize(width, height, { fit: 'fill' })
        switch (format) {
          case 'webp':
            return picture.webp({ quality: quality.webp, effort: effort.drawn }).toBuffer()
          case 'jpeg':
            return picture.jpeg({ quality: quality.jpeg }).toBuffer()
          case 'avif':
            return picture.avif({ quality: quality.avif, chromaSubsampling: '4:2:0' }).toBuffer()
        }
      }),
    encode: (bytes, maxWidth) =>
      limit(async () => {
        encoders ??= loadEncoders()
        const { sharp } = await encoders
        const picture = sharp(bytes, { limitInputPixels: maxPixels })
        if (maxWidth !== null) picture.resize({ width: maxWidth, withoutEnlargement: true })
        return picture.webp({ quality: quality.webp, effort: effort.encoded }).toBuffer()
      }),
    animate: (svg, frameHeight) =>
      limit(async () => {
        encoders ??= loadEncoders()
        const { renderAsync, sharp } = await encoders
        const drawn = await renderAsync(svg, {
          font: { loadSystemFonts: false, fontFiles: [titleFontFile] },
          logLevel: 'off',
        })
        const { width, height } = drawn
        // All frames share one set of colours.
        const fewColours = await sharp(drawn.pixels, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png({ palette: true, colours: gifColours, dither: 0, effort: 3, compressionLevel: 1 })
          .toBuffer()
        const { data, info } = await sharp(fewColours)
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true })
        const frames = height / frameHeight
        const raw = { width, height, channels: info.channels, ...(frames > 1 && { pageHeight: frameHeight }) }
        return sharp(data, { raw })
          .webp({ lossless: true, effort: 1, loop: 0, delay: Array<number>(frames).fill(frameMs) })
          .toBuffer()
      }),
  }
}

type Sharp = Awaited<ReturnType<typeof loadEncoders>>['sharp']

async function embed(sharp: Sharp, picture: EmbeddedPicture | null, index: number): Promise<string> {
  if (picture === null) return ''
  const jpeg = await fitted(sharp, picture).catch(() => null)
  const box = `id="picture${index}" width="${picture.width}" height="${picture.height}"`
  const source = `data:image/jpeg;base64,${jpeg?.toString('base64')}`
  return jpeg ? `<defs><image ${box} preserveAspectRatio="none" href="${source}"/></defs>` : ''
}

async function fitted(sharp: Sharp, { bytes, width, height, blurred }: EmbeddedPicture): Promise<Buffer> {
  const scale = blurred ? blurScale : 1
  const picture = sharp(bytes, { limitInputPixels: maxPixels })
    .resize(Math.ceil(width * scale), Math.ceil(height * scale), { fit: 'cover' })
    .flatten()
  if (blurred) picture.blur(2)
  return picture.jpeg({ quality: quality.embedded }).toBuffer()
}

async function loadEncoders() {
  const [{ renderAsync }, { default: sharp }] = await Promise.all([
    import('@resvg/resvg-js'),
    import('sharp'),
  ])
  // Pictures are small and each is made once: more threads or a cache would only hold memory.
  sharp.concurrency(1)
  sharp.cache({ memory: 16, files: 0, items: 16 })
  return { renderAsync, sharp }
}
