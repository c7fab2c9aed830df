import { isUtf8 } from 'node:buffer'
import { fail, lineIssue } from '#server/core/errors.ts'

const pieceBytes = 16_384

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The text of a file in pieces, without its byte order mark; all line ends become `\n`. @throws import.not_a_file
 * with the line
 */
export function* textPieces(
  file: string,
  bytes: Buffer,
  encoding: Encoding = encodingOf(bytes),
): Generator<string> {
  const strict = new TextDecoder(encoding, { fatal: true })
  let line = 1
  let held = ''
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const end = start + pieceBytes
    const raw = bytes.subarray(start, end)
    const text = held + decode(raw, end < bytes.length)
    // A line may end with CRLF, and the LF be in the next piece.
    held = text.endsWith('\r') && end < bytes.length ? '\r' : ''
    const piece = text.slice(0, text.length - held.length).replaceAll(/\r\n?/g, '\n')
    const strange = piece.search(encoding === 'utf-8' ? /\0/ : unwritten)
    if (strange !== -1) throw notText(line + linesIn(piece.slice(0, strange)))
    yield piece
    line += linesIn(piece)
  }

  function decode(raw: Buffer, stream: boolean): string {
    try {
      return strict.decode(raw, { stream })
    } catch {
      const [sound = ''] = new TextDecoder(encoding).decode(raw).split('\ufffd', 1)
      throw notText(line + linesIn(sound.replaceAll(/\r\n?/g, '\n')))
    }
  }

  function notText(at: number) {
    return fail('import.not_a_file', { issues: [lineIssue(file, at, 'not a text')] })
  }
}

/** Control characters except white space: no table has them, while most binary files do. */
const unwritten = /[^\P{Cc}\t-\r]/u

/** @throws import.not_a_file with the line */
export const textOf = (file: string, bytes: Buffer): string => [...textPieces(file, bytes)].join('')

/** How much of a file tells its encoding. */
const sampleBytes = 65_536

/**
 * Detects the encoding: by its byte order mark; UTF-16 without one by the zeros beside Latin letters. Text that is
 * not valid UTF-8 is Windows-1252, unless more of its non-ASCII characters are valid UTF-8 than not: then it is UTF-8
 * with an error.
 */
export function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const [even, odd] = zerosIn(sample)
  // Even a table in another script has Latin commas, digits and line ends: at least a fourth of it.
  if (even === 0 && odd * 8 > sample.length) return 'utf-16le'
  if (odd === 0 && even * 8 > sample.length) return 'utf-16be'
  if (even + odd > 0 || isUtf8(bytes)) return 'utf-8'
  const text = new TextDecoder().decode(sampleAround(bytes))
  const faults = text.split('\ufffd').length - 1
  const others = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return others > faults ? 'utf-8' : 'windows-1252'
}

/** Counts zero bytes at even and at odd positions. */
function zerosIn(bytes: Buffer): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0]
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) zeros[at % 2 === 0 ? 0 : 1]++
  return zeros
}

/** A sample of the file, around the first piece that is not UTF-8. */
function sampleAround(bytes: Buffer): Buffer {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let start = 0
  try {
    for (; start + sampleBytes < bytes.length; start += sampleBytes)
      strict.decode(bytes.subarray(start, start + sampleBytes), { stream: true })
  } catch {
    // This piece is the one.
  }
  return bytes.subarray(start, start + sampleBytes)
}

/** The number of line ends. */
export const linesIn = (text: string) => text.split('\n').length - 1
