import { opendir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isMissing } from '#server/core/disk.ts'
import { isOutdatedPicture } from './drawn-pictures.ts'

export interface CachedPictures {
  count: number
  bytes: number
  /** Drawings of an older Scene, and what a crash left half: nobody asks for them any more. */
  stale: { count: number; bytes: number }
}

/** Looks at the pictures that are kept on disk, file by file; `removes` deletes what is stale, halves only from before. */
export async function sweepPictureCache(
  dataDir: string,
  { removes, before }: { removes: boolean; before: Date },
): Promise<CachedPictures> {
  const folder = join(dataDir, 'pictures')
  const found: CachedPictures = { count: 0, bytes: 0, stale: { count: 0, bytes: 0 } }
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      // Another process may have renamed or removed it meanwhile.
      const file = await stat(path).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      if (!file) continue
      found.count += 1
      found.bytes += file.size
      const isStale = entry.name.endsWith('.part')
        ? file.mtime < before
        : isOutdatedPicture(relative(folder, path).replaceAll(sep, '/'))
      if (!isStale) continue
      found.stale.count += 1
      found.stale.bytes += file.size
      if (removes) await rm(path, { force: true })
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return found
}
