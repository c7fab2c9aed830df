import { importFiles } from '#shared/api/transfer.ts'

/** By the name, as the file picker filters: systems disagree on the media type of tables. */
const hasEnding = (endings: readonly string[]) => (file: File) =>
  endings.some((ending) => file.name.toLowerCase().endsWith(ending))

const csv = ['.csv']
const zip = ['.zip']
const exports = [...zip, ...csv, '.json']

export const csvAccept = csv.join(',')
export const isCsv = hasEnding(csv)

export const exportAccept = exports.join(',')
export const isExport = hasEnding(exports)
export const isZip = hasEnding(zip)

/** Bytes that one file may have. */
const maxBytes = importFiles.fileLimit?.bytes ?? 0
export const maxMegabytes = maxBytes / (1024 * 1024)
export const isTooLarge = (file: File) => file.size > maxBytes

/** Why a file is not even sent. */
export type FileRefusal = 'kind' | 'size' | 'empty'

export function refusalOf(file: File, isKind: (file: File) => boolean): FileRefusal | null {
  if (!isKind(file)) return 'kind'
  if (isTooLarge(file)) return 'size'
  return file.size === 0 ? 'empty' : null
}
