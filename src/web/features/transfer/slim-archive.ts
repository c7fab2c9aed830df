/** The file by which an export of Scene is known, at the top or in the folder in which it was zipped again. */
const head = /^((?:[^/]+\/)?)scene\.json$/

/** How long a header of the list is without its texts, and what stands where in it. */
const header = { size: 46, mark: 0x02014b50, name: 28, extra: 30, comment: 32, start: 42 }
/** The size and fields of the record at the archive's end, which a comment of up to 65,535 bytes may follow. */
const end = { size: 22, mark: 0x06054b50, count: 10, listSize: 12, listStart: 16, furthest: 65_557 }

interface Entry {
  path: string
  /** Where its data begins in the archive. */
  start: number
  header: DataView<ArrayBuffer>
}

/**
 * An export of Scene without its pictures, or null when it has none or is none. Only the list of its files is read:
 * what stays is taken over packed as it is, from the disk when it is sent.
 */
export async function withoutPictures(archive: File): Promise<File | null> {
  const found = await findEnd(archive)
  if (!found) return null
  const listStart = found.getUint32(end.listStart, true)
  const list = await archive.slice(listStart, listStart + found.getUint32(end.listSize, true)).arrayBuffer()
  const entries = readList(list)
  // A list that breaks off, or an archive so large that its numbers stand elsewhere.
  if (entries.length !== found.getUint16(end.count, true)) return null
  const folder = entries.map(({ path }) => head.exec(path)?.[1]).find((name) => name !== undefined)
  if (folder === undefined) return null
  const kept = entries.filter(({ path }) => !path.startsWith(`${folder}media/`))
  if (kept.length === entries.length) return null

  const starts = [...entries.map(({ start }) => start), listStart].toSorted((one, other) => one - other)
  const parts: BlobPart[] = []
  let at = 0
  for (const entry of kept) {
    const next = starts.find((start) => start > entry.start) ?? entry.start
    parts.push(archive.slice(entry.start, next))
    entry.header.setUint32(header.start, at, true)
    at += next - entry.start
  }
  const headers = kept.map((entry) => entry.header)
  const listSize = headers.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return new File([...parts, ...headers, endOf(kept.length, listSize, at)], archive.name, {
    type: archive.type,
  })
}

async function findEnd(archive: File): Promise<DataView | null> {
  const tail = new DataView(await archive.slice(-end.furthest).arrayBuffer())
  for (let at = tail.byteLength - end.size; at >= 0; at--)
    if (tail.getUint32(at, true) === end.mark) return new DataView(tail.buffer, at, end.size)
  return null
}

function readList(list: ArrayBuffer): Entry[] {
  const view = new DataView(list)
  const entries: Entry[] = []
  let at = 0
  while (at + header.size <= list.byteLength && view.getUint32(at, true) === header.mark) {
    const nameSize = view.getUint16(at + header.name, true)
    const size =
      header.size +
      nameSize +
      view.getUint16(at + header.extra, true) +
      view.getUint16(at + header.comment, true)
    if (at + size > list.byteLength) break
    entries.push({
      path: new TextDecoder().decode(new Uint8Array(list, at + header.size, nameSize)),
      start: view.getUint32(at + header.start, true),
      header: new DataView(list, at, size),
    })
    at += size
  }
  return entries
}

function endOf(count: number, listSize: number, listStart: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(end.size))
  view.setUint32(0, end.mark, true)
  view.setUint16(end.count - 2, count, true)
  view.setUint16(end.count, count, true)
  view.setUint32(end.listSize, listSize, true)
  view.setUint32(end.listStart, listStart, true)
  return view
}
