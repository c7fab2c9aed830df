import { createHash } from 'node:crypto'
import { withLayout } from '#shared/drawn-posters.ts'
import type { PreviewPicture } from '#server/adapters/pictures/pictures.ts'
import type { LinkPreview } from '#server/adapters/pictures/previews/preview.ts'
import { sketch } from '#server/adapters/pictures/previews/sketch.ts'
import type { Context } from '#server/context.ts'
import { readMedia } from '#server/domains/media/media.service.ts'

/** Raised when the pictures look different. */
const look = 2

/** A hash of all that the picture shows, in hexadecimal. */
export function versionOf(preview: LinkPreview): string {
  return createHash('sha256')
    .update(JSON.stringify([look, preview]))
    .digest('hex')
    .slice(0, 32)
}

/** @throws server.unavailable when too many pictures are being drawn */
export function previewPicture(ctx: Context, preview: LinkPreview): Promise<PreviewPicture> {
  return ctx.pictures.preview(versionOf(preview), async () => {
    const { svg, sources } = sketch(preview)
    const parts = await Promise.all(
      sources.map(({ address }) =>
        bytesOf(ctx, withLayout(address, { ...asDrawn, language: preview.locale })),
      ),
    )
    const pictures = sources.map(({ width, height, blurred }, index) => {
      const bytes = parts[index]
      return bytes instanceof Uint8Array ? { bytes, width, height, blurred } : null
    })
    return { svg, pictures, isWhole: !parts.includes('failed') }
  })
}

/** Whole, in their own colours: what posters say is in the language of the preview. */
const asDrawn = { layout: 'f', hue: null } as const

const addressParts = /^\/(media|t\/p|art)\/(?:([A-Za-z0-9_-]+)\/)?([A-Za-z0-9_.-]+)$/

/** Null when there is none. What could not be had now must not fail the rest: a preview without it is better. */
async function bytesOf(ctx: Context, address: string): Promise<Uint8Array | null | 'failed'> {
  const [, kind, folder = '', file = ''] = addressParts.exec(address) ?? []
  if (kind === undefined) return null
  const read = async () => {
    if (kind === 'media') return readMedia(ctx, folder, file)
    const picture = await (kind === 'art' ? ctx.pictures.art(file) : ctx.pictures.get(folder, file))
    return picture && picture.bytes
  }
  return read().catch((error: unknown) => {
    ctx.logger.warn({ err: error }, 'a part of a link preview could not be had')
    return 'failed' as const
  })
}
