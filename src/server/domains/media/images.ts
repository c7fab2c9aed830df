import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { ResizeOptions } from 'sharp'
import { fail } from '#server/core/errors.ts'

export type MediaKind = 'avatar' | 'log' | 'reply' | 'cover' | 'backdrop'

interface Wanted {
  kind: MediaKind
  /** Longest edge in pixels; an avatar is a square of at most 512, a cover 16:9 and at most 1600 wide. */
  maxEdge?: number
}

const maxPixels = 40_000_000
const avatarEdge = 512
const coverWidth = 1600
const coverRatio = 16 / 9
const defaultEdge = 2048

/** Decoding is memory and processor time of this process, so the bound is the process's. */
const atOnce = pLimit(2)
/** How many may wait; beyond it a caller should rather try again later. */
const maxWaiting = 64

/** The first picture loads it: a start need not wait for it, nor hold its memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Every picture is decoded once only: a cache would hold memory for nothing.
  sharp.cache(false)
  return sharp
}

/**
 * Decodes an untrusted picture and encodes it anew as WebP: upright, in sRGB, the first frame,
 * without metadata or anything else that rode along.
 * @throws upload.not_an_image for anything but a whole JPEG, PNG, WebP, GIF or AVIF of at most 40 megapixels.
 */
export async function toStoredImage(bytes: Buffer, wanted: Wanted): Promise<Buffer> {
  if (!looksLikePicture(bytes)) throw fail('upload.not_an_image')
  if (atOnce.pendingCount >= maxWaiting) throw fail('server.unavailable', { retryAfter: 5 })
  return atOnce(async () => {
    try {
      return await encode(bytes, wanted)
    } catch (error) {
      throw fail('upload.not_an_image', { cause: error })
    }
  })
}

/** Of those asked for last: feeds show the same faces again and again. */
const smallAvatars = new LRUCache<string, Buffer>({ max: 500 })

/** A stored avatar that is to be shown small; as it is where there is too much to do. `name` is never given to other bytes. */
export async function smallAvatarOf(bytes: Buffer, name: string, edge: number): Promise<Buffer> {
  const known = smallAvatars.get(name)
  if (known || atOnce.pendingCount >= maxWaiting) return known ?? bytes
  return atOnce(async () => {
    const sharp = await loadSharp()
    const small = await sharp(bytes, { limitInputPixels: maxPixels })
      .resize({ width: edge, withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer()
    smallAvatars.set(name, small)
    return small
  })
}

/** Whether all of it can be decoded: what was stored once, and may have been damaged since. */
export async function isWholeImage(bytes: Buffer): Promise<boolean> {
  if (!looksLikePicture(bytes)) return false
  return atOnce(async () => {
    const sharp = await loadSharp()
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    return source
      .timeout({ seconds: 20 })
      .stats()
      .then(
        () => true,
        () => false,
      )
  })
}

async function encode(bytes: Buffer, { kind, maxEdge = defaultEdge }: Wanted): Promise<Buffer> {
  const sharp = await loadSharp()
  const source = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
    pages: 1,
  })
  const { autoOrient } = await source.metadata()
  return source
    .resize(sizeOf(kind, maxEdge, autoOrient))
    .timeout({ seconds: 20 })
    .webp({ quality: 82 })
    .toBuffer()
}

/** Nothing is blown up; what does not fit an avatar or a cover is cut off evenly. */
function sizeOf(kind: MediaKind, maxEdge: number, upright: { width: number; height: number }): ResizeOptions {
  if (kind === 'avatar') {
    const edge = Math.min(avatarEdge, maxEdge, upright.width, upright.height)
    return { width: edge, height: edge, fit: 'cover' }
  }
  if (kind === 'cover') {
    const width = Math.min(coverWidth, maxEdge, upright.width, upright.height * coverRatio)
    return { width: Math.round(width), height: Math.round(width / coverRatio), fit: 'cover' }
  }
  return { width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true }
}

/** By content. SVG and other documents never reach a decoder. */
function looksLikePicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString('latin1')
  return (
    head.startsWith('\xFF\xD8\xFF') ||
    head.startsWith('\x89PNG\r\n\x1A\n') ||
    head.startsWith('GIF87a') ||
    head.startsWith('GIF89a') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP')) ||
    (head.slice(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix'].includes(head.slice(8)))
  )
}
