import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDiskCache, type DiskCache } from './disk-cache.ts'
import { createDrawingProcess } from './drawing-process.ts'
import {
  createDrawnPictures,
  fetchedFolder,
  isOutdatedPicture,
  type Drawable,
  type OwnTitle,
} from './drawn-pictures.ts'
import {
  createDownload,
  createFetchPicture,
  hostSizeOf,
  isHostPicture,
  type FetchPicture,
} from './fetched-pictures.ts'
import { createGifHosts } from './gif-hosts.ts'
import type { Picture, Pictures } from './pictures.ts'
import { createPreviewPictures } from './preview-pictures.ts'
import { createPublicLookup, type Lookup } from '../public-lookup.ts'
import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel'
import type { Catalogue } from '#built-in/catalogue/catalogue.ts'
import { messageOf } from '#shared/thrown.ts'
import type { Config } from '#server/config.ts'
import { fail } from '#server/core/errors.ts'
import type { Logger } from '#server/core/logger.ts'
import { loudnessOf, reasonOf } from '#server/core/news.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'

const gigabyte = 1024 ** 3

const drawnAtOnce = 2
const fetchedAtOnce = 8
/** How many more of either wait. */
const maxWaiting = 200
/** How many pictures are made for one asker at once, and how many more of theirs wait: nobody fills all queues. */
const ofOneAsker = { atOnce: 8, waiting: 112 }
/**
 * How long, and below which share of its time, the process must have been idle before a picture is drawn in advance;
 * and how long others on the machine are left alone where they want more than it has.
 */
const watchMs = 50
const littleToDo = 0.3
const crowdedMs = 1000

interface Options {
  ownTitle?: OwnTitle
  /** Largest size of the folder below the data directory. */
  maxBytes?: number
  timeoutMs?: number
  /** Finds the addresses of hosts. */
  lookup?: Lookup
  /** How many processes of the machine want a core. */
  load?: () => number
}

type Warn = (text: string, reason: string | undefined) => void

interface MakingOptions {
  asker?: string | undefined
  down?: 'film.source_down' | 'gif.source_down'
}

/**
 * Drawn pictures are drawn, all others come from the image host of the film source; both are kept on disk.
 * With a film database, films that were logged before from the built-in catalogue keep their drawn pictures.
 */
export function createPictures(
  config: Pick<Config, 'dataDir' | 'filmSource' | 'gifs'>,
  logger: Logger,
  catalogue: Pick<Catalogue, 'film' | 'person'>,
  {
    ownTitle = async () => null,
    maxBytes = 2 * gigabyte,
    timeoutMs,
    lookup,
    load = () => loadavg()[0] ?? 0,
  }: Options = {},
): Pictures {
  const warn: Warn = (text, reason) => logger[loudnessOf(logger, `${text} ${reason}`)]({ reason }, text)
  const cache = createDiskCache(`${config.dataDir}/pictures`, {
    maxBytes,
    isOutdated: isOutdatedPicture,
    report: (error) => warn('a picture could not be kept', reasonOf(error)),
  })
  const renderer = createDrawingProcess()
  const drawn = createDrawnPictures(catalogue, renderer, ownTitle)
  const waits = timeoutMs === undefined ? {} : { timeoutMs }
  const fetchPicture = config.filmSource.builtIn
    ? null
    : createFetchPicture(config.filmSource.imageBaseUrl, waits)
  // Addresses of GIFs come from outside, so a host name of the provider must not resolve to a private network. The
  // operator's own host may.
  const fetchGif = createDownload(['webp', 'gif', 'png', 'jpeg'], {
    ...waits,
    ...(config.gifs.mediaBaseUrl === null && { lookup: createPublicLookup(lookup) }),
  })
  const isOfGifHost = createGifHosts(config.gifs)
  const kept = createKeptPictures(cache, warn)
  const drawing = bulkhead(drawnAtOnce, maxWaiting)
  const fetching = bulkhead(fetchedAtOnce, maxWaiting)

  /** Encodes a picture again to make it smaller: the host's JPEGs are twice as large. */
  async function fetched(fetchPicture: FetchPicture, size: string, file: string): Promise<Buffer | null> {
    const { hostSize, maxWidth } = hostSizeOf(size)
    const bytes = await fetchPicture(hostSize, file)
    // Originals are kept as they are, and so is what is no picture, to be recognised by its bytes.
    if (!bytes || size === 'original' || !pictureType(bytes)) return bytes
    const smaller = await renderer.encode(bytes, maxWidth).catch(() => bytes)
    return maxWidth === null && smaller.length > bytes.length ? bytes : smaller
  }

  async function draw(drawable: Drawable | null, asker?: string): Promise<Picture | null> {
    if (!drawable) return null
    const made = await kept(drawable.name, drawing, () => drawable.draw(), { asker })
    if (made || !drawable.otherwise) return made
    const other = await draw(drawable.otherwise, asker)
    return other && { ...other, isProvisional: true }
  }

  return {
    async get(size, file, asker) {
      const drawable = drawn.picture(size, file)
      if (drawable || !fetchPicture) return draw(drawable, asker)
      if (!isHostPicture(size, file)) return null
      const make = () => fetched(fetchPicture, size, file)
      return kept(`${fetchedFolder}/${size}/${file}`, fetching, make, { asker })
    },
    async drawAhead(size, file, signal) {
      const drawable = drawn.picture(size, file)
      if (!drawable || (await cache.get(drawable.name))) return
      await untilIdle({ load, isFree: () => drawing.executionSlots === drawnAtOnce, signal })
      await draw(drawable)
    },
    art: async (file, asker) => draw(drawn.art(file), asker),
    drawnGif: async (id, isStill) => draw(drawn.gif(id, isStill)),
    async fetchedGif({ provider, id, isStill, source }) {
      if (!isOfGifHost(provider, source)) return null
      const name = `gifs/${provider}/${isStill ? 'still' : 'moving'}/${id}.webp`
      return kept(name, fetching, () => fetchGif(source), { down: 'gif.source_down' })
    },
    preview: createPreviewPictures(renderer),
  }
}

/** Reads pictures from disk, else makes them, each once for all who ask at the same time and when it is its asker's turn. */
function createKeptPictures(cache: DiskCache, warn: Warn) {
  const join = createSingleFlight<Picture | null>()
  const inTurn = createTurns()
  return async function kept(
    name: string,
    crowd: BulkheadPolicy,
    make: () => Promise<Buffer | null>,
    { asker, down = 'film.source_down' }: MakingOptions = {},
  ): Promise<Picture | null> {
    const stored = await cache.get(name)
    // A file that was emptied by a power cut is made again.
    const known = stored && asPicture(stored)
    if (known) return known
    return join(name, async () => {
      const bytes = await inTurn(asker, () => crowd.execute(make)).catch((error: unknown) => {
        if (!isBulkheadRejectedError(error)) warn('a picture was not made', messageOf(error))
        throw fail(down, { retryAfter: 10, cause: error })
      })
      const made = bytes && asPicture(bytes)
      if (made) await cache.put(name, made.bytes)
      return made
    })
  }
}

/** Does only so much at once for each asker; without one, anything at once. */
function createTurns() {
  const turns = new Map<string, BulkheadPolicy>()
  return async function inTurn<T>(asker: string | undefined, work: () => Promise<T>): Promise<T> {
    if (asker === undefined) return work()
    const own = turns.get(asker) ?? bulkhead(ofOneAsker.atOnce, ofOneAsker.waiting)
    turns.set(asker, own)
    try {
      return await own.execute(work)
    } finally {
      if (own.executionSlots === ofOneAsker.atOnce) turns.delete(asker)
    }
  }
}

interface Idleness {
  /** How many processes of the machine want a core. */
  load: () => number
  /** Whether nothing is drawn for anybody who waits. */
  isFree: () => boolean
  /** Gives it up. */
  signal: AbortSignal
}

/** Waits until nobody else on the machine wants its cores and this process has little to do. */
async function untilIdle({ load, isFree, signal }: Idleness): Promise<void> {
  let before = performance.eventLoopUtilization()
  do {
    const isCrowded = load() >= availableParallelism()
    await sleep(isCrowded ? crowdedMs : watchMs, undefined, { signal, ref: false })
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (!isCrowded && utilization < littleToDo && isFree()) return
  } while (!signal.aborted)
}

/** The type is taken from the bytes, so that nothing but a picture leaves here, whatever the host says. */
function asPicture(bytes: Buffer): Picture | null {
  const contentType = pictureType(bytes)
  return contentType && { bytes, contentType }
}

type PictureType = `image/${'avif' | 'gif' | 'jpeg' | 'png' | 'webp'}`

/** The media type by the first bytes; null for what is no picture that Scene shows (SVG is none). */
function pictureType(bytes: Buffer): PictureType | null {
  const starts = (signature: string) => bytes.subarray(0, signature.length / 2).toString('hex') === signature
  if (starts('ffd8ff')) return 'image/jpeg'
  if (starts('89504e470d0a1a0a')) return 'image/png'
  if (starts('474946383761') || starts('474946383961')) return 'image/gif'
  if (bytes.subarray(4, 12).toString('latin1') === 'ftypavif') return 'image/avif'
  const riff = starts('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  return riff ? 'image/webp' : null
}
