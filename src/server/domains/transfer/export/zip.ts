import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive; `packed` ones, such as pictures, are not compressed again. */
export interface ArchiveFile {
  path: string
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  packed?: true
}

/** Bytes compressed at once; between them other requests get a turn. */
const piece = 65_536

/** Limits of a ZIP without the 64-bit extension, with room for the list of files at its end. */
const max = { files: 65_535, bytes: 2 ** 32 - 2 ** 25 }

/**
 * A ZIP, made while it is read: one file after another, with nothing in memory but what waits to be read. Throws when
 * it would exceed the limits of a ZIP.
 */
export async function* zipOf(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const made = { files: 0, bytes: 0 }
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
    made.bytes += bytes.length
  })
  for await (const { path, chunks, packed } of files) {
    let given = 0
    made.files++
    const file = packed ? new ZipPassThrough(path) : new ZipDeflate(path)
    file.mtime = at
    zip.add(file)
    for await (const chunk of chunks) {
      given += chunk.length
      if (made.files > max.files || Math.max(given, made.bytes) > max.bytes)
        throw new Error('a ZIP holds no more')
      for (let start = 0; start < chunk.length; start += piece) {
        file.push(chunk.subarray(start, start + piece))
        yield* ready.splice(0)
        await setImmediate()
      }
    }
    file.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready
}
