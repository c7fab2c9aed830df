import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { ResizeOptions } from 'sharp'
import { fail } from '#server/core/errors.ts'

export type MediaKind = 'avatar' | 'log' | 'reply' | 'cover' | 'backdrop'

interface ImageTarget {
  kind: MediaKind
  /** Longest edge in pixels; an avatar is a square of at most 512, a cover 16:9 and at most 1600 wide. */
  maxEdge?: number
}

const maxPixels = 40_000_000
const avatarEdge = 512
const coverWidth = 1600
const coverRatio = 16 / 9
const defaultEdge = 2048

/** Decoding uses this process's memory and processor, so the bound is one for the process. */
const atOnce = pLimit(2)
/** How many may wait; more are refused, to be tried again later. */
const maxWaiting = 64

/** Loaded with the first picture, so that a start neither waits for it nor holds its memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Every picture is decoded only once, so a cache would hold memory for nothing.
  sharp.cache(false)
  return sharp
}

/**
 * Decodes an untrusted picture and encodes it again as WebP: upright, in sRGB, only the first frame, without metadata
 * or anything else in the file.
 * @throws upload.not_an_image for anything but a complete JPEG, PNG, WebP, GIF or AVIF of at most 40 megapixels
 */
export async function toStoredImage(bytes: Buffer, wanted: ImageTarget): Promise<Buffer> {
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

/** The last used ones: feeds show the same faces again and again. */
const smallAvatars = new LRUCache<string, Buffer>({ max: 500 })

/** A stored avatar in a small size; the full one when there is too much to do. `name` always names the same bytes. */
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

/** Whether a stored picture can be decoded completely; it may have been damaged. */
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

async function encode(bytes: Buffer, { kind, maxEdge = defaultEdge }: ImageTarget): Promise<Buffer> {
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

/** Pictures are never enlarged; what does not fit the shape of an avatar or a cover is cut off on both sides. */
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

/** Recognises pictures by their content. SVG and other documents never reach a decoder. */
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
