import { promisify } from 'node:util'
import { fromBuffer, type Entry as ZipEntry, type Options as ZipOptions, type ZipFile } from 'yauzl'
import { fail } from '#server/core/errors.ts'

/** What an archive may hold: an export has a few hundred files and a few megabytes. */
const mostFiles = 10_000
const mostBytes = 150 * 1024 * 1024
const longestName = 400

/** The files of an archive by their path in it; each is unpacked when it is asked for. */
export interface Archive {
  paths: string[]
  read(path: string): Promise<Buffer>
}

const open = promisify(
  (bytes: Buffer, options: ZipOptions, done: (error: Error | null, zip: ZipFile) => void) =>
    fromBuffer(bytes, options, done),
)

const unsafe = (path: string, message: string, cause?: unknown) =>
  fail('import.archive', { issues: [{ path, message }], cause })

/** `PK`, as every ZIP begins. */
export const isArchive = (bytes: Buffer) =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

/**
 * Reads the list of an archive's files without unpacking any. Absolute paths, `..`, encrypted files and sums that
 * cannot be an export are refused; a file that unpacks to more than it says is caught on reading.
 * @throws import.archive
 */
export async function openArchive(name: string, bytes: Buffer): Promise<Archive> {
  const zip = await openZip(name, bytes)
  const entries = new Map<string, ZipEntry>()
  let total = 0
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith('/')) continue
      total += entry.uncompressedSize
      if (entries.size >= mostFiles || total > mostBytes || entry.fileName.length > longestName)
        throw unsafe(name, 'it unpacks to more than an export holds')
      if (entry.isEncrypted()) throw unsafe(entry.fileName, 'it is encrypted')
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    if (error instanceof Error && 'issues' in error) throw error
    // The library refuses absolute paths and those that lead out of the archive.
    throw unsafe(name, 'its list of files is not sound', error)
  }
  return {
    paths: [...entries.keys()],
    read: async (path) => {
      const entry = entries.get(path)
      if (!entry) throw unsafe(path, 'it is not in the archive')
      return unpack(zip, entry)
    },
  }
}

async function openZip(name: string, bytes: Buffer): Promise<ZipFile> {
  try {
    return await open(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false })
  } catch (error) {
    throw unsafe(name, 'it is not a whole archive', error)
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<ZipEntry> {
  for (;;) {
    const next = new Promise<ZipEntry | null>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('end', () => resolve(null))
      zip.once('error', reject)
    })
    zip.readEntry()
    const entry = await next
    zip.removeAllListeners()
    if (entry === null) return
    yield entry
  }
}

async function unpack(zip: ZipFile, entry: ZipEntry): Promise<Buffer> {
  try {
    const stream = await promisify(zip.openReadStream.bind(zip) as OpenStream)(entry)
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch (error) {
    throw unsafe(entry.fileName, 'it cannot be unpacked', error)
  }
}

type OpenStream = (
  entry: ZipEntry,
  done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
) => void
