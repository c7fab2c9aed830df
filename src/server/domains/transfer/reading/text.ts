import { isUtf8 } from 'node:buffer'
import { fail, lineIssue } from '#server/core/errors.ts'

const pieceBytes = 16_384

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The text of a file piece by piece, with or without a mark; ends of lines become `\n`.
 * @throws import.not_a_file with the line
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
    // A line may end with both signs, and the second of them come with the next piece.
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

/** Controls, but for blanks: no table has them, and most of what is none, where any two bytes are a sign. */
const unwritten = /[^\P{Cc}\t-\r]/u

/** @throws import.not_a_file with the line */
export const textOf = (file: string, bytes: Buffer): string => [...textPieces(file, bytes)].join('')

/** How much of a file tells its encoding. */
const sampleBytes = 65_536

/**
 * By its mark; without one UTF-16 is told by the zeros beside its Latin letters. What is not UTF-8 throughout is
 * Windows-1252, unless more of its other letters are sound UTF-8 than are not: then it is UTF-8 with a fault.
 */
export function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const [even, odd] = zerosIn(sample)
  // Where a table is no Latin text, its commas, digits and ends of lines are: a fourth of it at least.
  if (even === 0 && odd * 8 > sample.length) return 'utf-16le'
  if (odd === 0 && even * 8 > sample.length) return 'utf-16be'
  if (even + odd > 0 || isUtf8(bytes)) return 'utf-8'
  const text = new TextDecoder().decode(sampleAround(bytes))
  const faults = text.split('\ufffd').length - 1
  const others = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return others > faults ? 'utf-8' : 'windows-1252'
}

/** At even and at odd places. */
function zerosIn(bytes: Buffer): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0]
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) zeros[at % 2 === 0 ? 0 : 1]++
  return zeros
}

/** From the first piece on that is no UTF-8. */
function sampleAround(bytes: Buffer): Buffer {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let start = 0
  try {
    for (; start + sampleBytes < bytes.length; start += sampleBytes)
      strict.decode(bytes.subarray(start, start + sampleBytes), { stream: true })
  } catch {
    // Here it is.
  }
  return bytes.subarray(start, start + sampleBytes)
}

/** Ends of lines in it. */
export const linesIn = (text: string) => text.split('\n').length - 1
