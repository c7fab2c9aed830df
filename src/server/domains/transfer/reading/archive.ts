import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl'
import { fail, Failure } from '#server/core/errors.ts'

/** Limits of an archive; an export has a few hundred files and a few megabytes. */
const maxFiles = 10_000
const maxBytes = 150 * 1024 * 1024
/** With its folders, and what systems put beside the files: reading half a million of those takes seconds. */
const maxEntries = 3 * maxFiles

/** Files that operating systems add when they pack. */
const besides = /^__MACOSX\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i

/** The files of an archive by their path in it; each is unpacked when it is asked for. */
export interface Archive {
  paths: string[]
  /** Bytes that a file unpacks to, as the archive says; 0 for one that is not in it. */
  sizeOf(path: string): number
  /** @throws import.archive */
  read(path: string): Promise<Buffer>
}

const unsafe = (path: string, message: string, cause?: unknown) =>
  fail('import.archive', { issues: [{ path: path.slice(0, 300), message }], cause })

/** As every ZIP begins. */
const mark = Buffer.from('PK\u0003\u0004', 'latin1')
export const isArchive = (bytes: Buffer) => bytes.subarray(0, mark.length).equals(mark)

/**
 * Reads the list of an archive's files without unpacking any. Absolute paths, `..`, encrypted files, two files of one
 * name and sizes that no export has are refused; a file whose size differs from what the list says is noticed when it
 * is read. @throws import.archive
 */
export async function openArchive(name: string, bytes: Buffer): Promise<Archive> {
  const files = new Map<string, ZipEntry>()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes)
    const tooMuch = () => unsafe(name, 'it unpacks to more than an export holds')
    // It reads as many as the archive says.
    if (zip.entryCount > maxEntries) throw tooMuch()
    let total = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      total += entry.uncompressedSize
      if (files.size >= maxFiles || total > maxBytes) throw tooMuch()
      if (besides.test(entry.fileName)) continue
      if (files.has(entry.fileName)) throw unsafe(entry.fileName, 'it is in the archive twice')
      if (entry.isEncrypted()) throw unsafe(entry.fileName, 'it is encrypted')
      files.set(entry.fileName, entry)
    }
  } catch (error) {
    // The library refuses absolute paths and those that lead out of the archive.
    throw error instanceof Failure ? error : unsafe(name, 'it is not a sound archive', error)
  }
  return {
    paths: [...files.keys()],
    sizeOf: (path) => files.get(path)?.uncompressedSize ?? 0,
    read: async (path) => {
      const entry = files.get(path)
      if (!entry) throw unsafe(path, 'it is not in the archive')
      try {
        // The library checks the size, but not the checksum.
        const unpacked = Buffer.allocUnsafe(entry.uncompressedSize)
        let length = 0
        let sum = 0
        for await (const part of await zip.openReadStreamPromise(entry)) {
          length += (part as Buffer).copy(unpacked, length)
          sum = crc32(part as Buffer, sum)
        }
        if (sum !== entry.crc32) throw new Error('its checksum is another')
        return unpacked
      } catch (error) {
        throw unsafe(path, 'it cannot be unpacked', error)
      }
    },
  }
}
