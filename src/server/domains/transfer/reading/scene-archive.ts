import type * as z from 'zod'
import { maxReplyLength } from '#shared/api/replies.ts'
import { soundEmphasis } from '#shared/emphasis.ts'
import { fail } from '#server/core/errors.ts'
import { maxFileBytes } from '#server/core/http/multipart.ts'
import type { ImportAbout, ImportEntryList, ImportReading, ReadRow } from '../entry.ts'
import {
  formatVersion,
  sceneFavourite,
  sceneFollow,
  sceneHead,
  sceneLike,
  sceneList,
  sceneLog,
  scenePoster,
  sceneRating,
  sceneReply,
  sceneWatchlistItem,
  type SceneFavourite,
  type SceneFilm,
  type SceneFollow,
  type SceneList,
  type SceneLog,
  type SceneRating,
  type SceneReply,
  type SceneWatchlistItem,
} from '../scene-format.ts'
import type { Archive } from './archive.ts'
import type { Facts } from './csv.ts'
import { flatCells, parseFile, parseItems } from './json.ts'
import { readEntry, type CellTexts, type Read } from './values.ts'

const head = 'scene.json'

/** The folder of Scene's own export in the archive (`''` at the top), or null. */
export function sceneFolder(paths: readonly string[]): string | null {
  const found = paths.find((path) => /^([^/]+\/)?scene\.json$/.test(path))
  return found === undefined ? null : found.slice(0, -head.length)
}

/**
 * Scene's own export (docs/export.md): logs, favourites, watchlist, lists, chosen posters, ratings of films by hand,
 * follows, comments, likes, the films of the profile and pictures: all that an import can write. Every item stands on a line of its own. @throws import.broken, import.not_a_file
 */
export async function readSceneArchive(
  archive: Archive,
  folder: string,
  facts: Facts,
): Promise<Pick<ImportReading, 'settings' | 'rows'>> {
  const { version, member } = parseFile(folder + head, await archive.read(folder + head), sceneHead)
  if (version > formatVersion)
    throw fail('import.not_a_file', {
      issues: [{ path: `${folder}${head}`, message: `version ${version} is newer than this Scene` }],
    })
  const rows = readRows(archive, folder, facts, member.favouriteFilms)
  const { discoverable, locked, filmTitles, lesserKnownFilms, spoilers, audiences } = member
  const settings = {
    isHidden: discoverable === false,
    isLocked: locked === true,
    filmTitles,
    lesserKnownFilms,
    spoilers,
    audiences,
  }
  return { settings, rows }
}

async function* readRows(
  archive: Archive,
  folder: string,
  facts: Facts,
  favouriteFilms: readonly SceneFilm[],
): AsyncGenerator<ReadRow> {
  const has = (name: string) => archive.paths.includes(folder + name)
  const rows = async function* <Item>(name: string, item: z.ZodType<Item>, toReads: (item: Item) => Read[]) {
    if (!has(name)) return
    const bytes = await archive.read(folder + name)
    let line = 1
    for await (const { item: one, said } of parseItems(folder + name, bytes, item)) {
      line++
      const cells = flatCells(said, facts)
      for (const made of toReads(one)) yield { file: folder + name, line, ...made, cells }
    }
  }
  const pictures: Picture[] = []
  yield* rows('logs.json', sceneLog, (log) => {
    const { id: key, film, image } = log
    if (image !== null) pictures.push({ path: image, title: film.title, key, ...originOf(log) })
    return [readLog(log)]
  })
  yield* rows('favourites.json', sceneFavourite, (favourite) => [readFavourite(favourite)])
  yield* rows('watchlist.json', sceneWatchlistItem, (item) => [readWatchlistItem(item)])
  yield* rows('lists.json', sceneList, ({ films, ...given }) => {
    const list = toList(given)
    const title = list.title.trim() || 'List'
    if (given.cover !== null) pictures.push({ path: given.cover, title, list })
    return [readEntry('list', { title, loggedAt: given.createdAt, list }), ...readListFilms(list, films)]
  })
  yield* rows('posters.json', scenePoster, ({ film, poster }) => {
    const { entry, fault } = readEntry('poster', filmTexts(film))
    return [{ entry: { ...entry, poster }, fault }]
  })
  yield* rows('ratings.json', sceneRating, (rating) => (rating.byHand ? [readRating(rating)] : []))
  yield* rows('follows.json', sceneFollow, (follow) =>
    follow.type === 'follower' ? [] : [readFollow(follow)],
  )
  yield* rows('replies.json', sceneReply, (reply) => {
    const { id, image } = reply
    const read = readReply(reply)
    if (image === null || !has(image)) return [read]
    pictures.push({ path: image, title: read.entry.title, key: id, about: { type: 'reply', id, by: null } })
    return [{ ...read, entry: { ...read.entry, hasPicture: true } }]
  })
  yield* rows('likes.json', sceneLike, ({ type, id, title, by, createdAt }) => {
    const { entry, fault } = readEntry('like', { title, loggedAt: createdAt })
    return [{ entry: { ...entry, about: { type, id, by } }, fault }]
  })
  for (const film of favouriteFilms)
    yield { file: `${folder}${head}`, line: 1, ...readEntry('profile-favourite', filmTexts(film)) }
  yield* readPictures(archive, folder, pictures)
}

function readLog({ film, gif, backdrop, ...log }: SceneLog): Read {
  const { entry, fault } = readEntry('log', {
    ...filmTexts(film),
    key: log.id,
    rating: log.rating === null ? '' : String(log.rating),
    watchedAt: log.watchedOn ?? '',
    loggedAt: log.createdAt,
    rewatch: String(log.rewatchCount),
    review: log.review,
    tags: log.tags.join(','),
  })
  const addresses = { ...(gif !== null && { gif }), ...(backdrop !== null && { backdrop }) }
  const isMark = log.seenOnly ?? log.origin?.includes(':seen:') ?? false
  const emphasis = soundEmphasis(entry.review, log.reviewEmphasis ?? [])
  const marked = {
    ...(emphasis.length > 0 && { reviewEmphasis: emphasis }),
    ...(log.audience && { audience: log.audience }),
  }
  return {
    entry: { ...entry, ...originOf(log), ...addresses, ...marked, isMark, spoilers: log.spoilers },
    fault,
  }
}

function readFavourite({ film, addedAt, audience }: SceneFavourite): Read {
  const { entry, fault } = readEntry('favourite', { ...filmTexts(film), loggedAt: addedAt })
  return { entry: { ...entry, ...(audience && { audience }) }, fault }
}

function readWatchlistItem({ film, addedAt, private: isPrivate, audience }: SceneWatchlistItem): Read {
  const { entry, fault } = readEntry('watchlist', { ...filmTexts(film), loggedAt: addedAt })
  return { entry: { ...entry, isPrivate, ...(audience && { audience }) }, fault }
}

const toList = (given: Omit<SceneList, 'films'>): ImportEntryList => ({
  key: given.id,
  ...originOf(given),
  title: given.title,
  description: given.description,
  position: null,
  isPrivate: given.private,
  ...(given.audience && { audience: given.audience }),
  isRanked: given.ranked,
  tags: given.tags ?? [],
})

const readListFilms = (list: ImportEntryList, films: SceneList['films']): Read[] =>
  films.map((film, index) =>
    readEntry('list-film', {
      ...filmTexts(film),
      list: { ...list, position: index + 1 },
      note: film.note ?? '',
    }),
  )

const readRating = ({ film, rating, givenAt }: SceneRating): Read =>
  readEntry('film-rating', {
    ...filmTexts(film),
    rating: rating === null ? '' : String(rating),
    loggedAt: givenAt,
  })

function readFollow({ username, since }: SceneFollow): Read {
  const { entry, fault } = readEntry('follow', { title: username, loggedAt: since })
  return { entry: { ...entry, about: { type: 'member', id: '', by: username } }, fault }
}

function readReply({ id, log, list, parentId, text, spoilers, gif, createdAt }: SceneReply): Read {
  const { entry, fault } = readEntry('comment', {
    ...(log?.film ? filmTexts(log.film) : { title: list?.title ?? '' }),
    key: id,
    review: text,
    loggedAt: createdAt,
  })
  const about: ImportAbout = log
    ? { type: 'log', id: log.id, by: log.by }
    : { type: 'list', id: list?.id ?? '', by: list?.by ?? null }
  const given = { ...(parentId !== null && { parent: parentId }), ...(gif !== null && { gif }) }
  const isTooLong = entry.review.length > maxReplyLength
  return { entry: { ...entry, about, spoilers, ...given }, fault: isTooLong ? 'too-long' : fault }
}

const filmTexts = (film: SceneFilm): CellTexts => ({
  title: film.title,
  year: film.year === null ? '' : String(film.year),
  tmdbId: String(film.tmdbId),
})

const originOf = ({ origin }: { origin?: string | null | undefined }) => (origin ? { origin } : {})

interface Picture {
  /** Its path in the export: `media/logs/x.webp`. */
  path: string
  title: string
  /** The import key of what it belongs to. */
  key?: string
  origin?: string
  list?: ImportEntryList
  about?: ImportAbout
}

/** Bytes of all pictures together; they are not compressed, so those of an archive of that size fit. */
const maxPictureBytes = 25 * 1024 * 1024

/** Every picture is decoded and stored for itself, also one that several lists show. */
const maxPictures = 10_000

/** The pictures that are in the archive. One that cannot be read becomes a faulty row. */
async function* readPictures(
  archive: Archive,
  folder: string,
  pictures: readonly Picture[],
): AsyncGenerator<ReadRow> {
  const present = new Set(archive.paths.filter((path) => path.startsWith(`${folder}media/`)))
  let left = maxPictureBytes
  for (const { path, origin, about, ...given } of pictures.slice(0, maxPictures)) {
    const file = `${folder}${path}`
    if (!present.has(file)) continue
    const size = archive.sizeOf(file)
    const fits = size <= Math.min(left, maxFileBytes)
    const picture = fits ? await archive.read(file).catch(() => null) : null
    if (picture) left -= size
    const { entry } = readEntry('picture', given)
    yield {
      file,
      line: 1,
      entry: { ...entry, ...originOf({ origin }), ...(about && { about }) },
      fault: picture ? null : 'bad-picture',
      ...(picture && { picture }),
    }
  }
}
