/** By the name, as the picker itself tells: systems disagree on the media type of tables. */
const hasEnding = (endings: readonly string[]) => (file: File) =>
  endings.some((ending) => file.name.toLowerCase().endsWith(ending))

const csv = ['.csv']
const exports = ['.zip', '.csv']

export const csvAccept = csv.join(',')
export const isCsv = hasEnding(csv)

export const exportAccept = exports.join(',')
export const isExport = hasEnding(exports)
