import { LRUCache } from 'lru-cache'
import type { TitleReader } from '#shared/film-titles.ts'
import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { jsonBytes } from '#server/core/http/json.ts'
import { onPrimary } from '#server/db/replica.ts'
import { filmsAsKept } from '#server/domains/films/film-refs.views.ts'
import type { SharedPart } from './film-page.views.ts'

const maxBytes = 24 * 1024 * 1024

interface Kept {
  /** The JSON object without its closing brace, so that the viewer's part can be appended. */
  json: Buffer
  /** The objects that it was made from; compared by identity, since they stay the same while nothing changes. */
  from: readonly unknown[]
}

/** An object as JSON without its end. */
export const openJson = (part: SharedPart): Buffer => jsonBytes(part).subarray(0, -1)

const caches = new WeakMap<Context['filmSource'], LRUCache<string, Kept>>()

function cacheOf({ filmSource }: Pick<Context, 'filmSource'>) {
  let cache = caches.get(filmSource)
  if (!cache) {
    cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ json }) => json.length })
    caches.set(filmSource, cache)
  }
  return cache
}

/**
 * The part of a film page that is the same for all who read it in a language, as JSON that is made once: from the
 * source's answer and, for readers of other languages than English, from the records of the films on it. While one of
 * those is not cached, it is made each time.
 */
export async function keptFilmPart(
  ctx: Pick<Context, 'db' | 'shortReads' | 'changes' | 'filmSource'>,
  { details, reader, region }: { details: SourceFilmDetails; reader: TitleReader; region: string },
  make: () => Promise<SharedPart>,
): Promise<Buffer> {
  const records =
    reader.language === 'en'
      ? []
      : await filmsAsKept(ctx, [details.id, ...details.similar.map(({ id }) => id)])
  const from = [details, ...records]
  const cache = cacheOf(ctx)
  const key = `${details.id} ${reader.language} ${reader.choice} ${region}`
  const kept = cache.get(key)
  if (kept && kept.from.length === from.length && kept.from.every((part, place) => part === from[place]))
    return kept.json
  // A replica may not have a change yet that was told of.
  const json = openJson(await onPrimary(make))
  if (!from.includes(undefined)) cache.set(key, { json, from })
  return json
}
