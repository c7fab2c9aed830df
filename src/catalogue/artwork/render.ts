import pLimit from 'p-limit'
import { creditFontFile, titleFontFile } from '#catalogue/artwork/fonts.ts'

type RenderOptions = {
  /** Pixels; the drawing is scaled to the width and trimmed or stretched by less than one pixel in height. */
  width: number
  height: number
  format: 'webp' | 'jpeg'
}

export type Renderer = {
  /** @throws Error when `svg` is not well-formed */
  render(svg: string, options: RenderOptions): Promise<Buffer>
}

const quality = { webp: 82, jpeg: 84 } as const

/** Turns drawings into pictures, at most `concurrency` (2) at a time. The encoders are loaded by the first one. */
export function createRenderer({ concurrency = 2 }: { concurrency?: number } = {}): Renderer {
  const limit = pLimit(concurrency)
  let encoders: ReturnType<typeof loadEncoders> | undefined
  return {
    render: (svg, { width, height, format }) =>
      limit(async () => {
        encoders ??= loadEncoders()
        const { renderAsync, sharp } = await encoders
        const drawn = await renderAsync(svg, {
          fitTo: { mode: 'width', value: width },
          font: { loadSystemFonts: false, fontFiles: [titleFontFile, creditFontFile] },
          logLevel: 'off',
        })
        const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const
        const picture = sharp(drawn.pixels, { raw }).removeAlpha()
        if (drawn.width !== width || drawn.height !== height) picture.resize(width, height, { fit: 'fill' })
        return format === 'webp'
          ? picture.webp({ quality: quality.webp, effort: 2 }).toBuffer()
          : picture.jpeg({ quality: quality.jpeg }).toBuffer()
      }),
  }
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
