import { fail, lineIssue } from '#server/core/errors.ts'

const pieceBytes = 16_384

/**
 * The text of a file piece by piece: UTF-8 with or without a mark, or UTF-16 with one; ends of lines become `\n`.
 * @throws import.not_a_file with the line
 */
export function* textPieces(file: string, bytes: Buffer): Generator<string> {
  const encoding = encodingOf(bytes)
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
    const nul = piece.indexOf('\0')
    if (nul !== -1) throw notText(line + linesIn(piece.slice(0, nul)))
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
    return fail('import.not_a_file', { issues: [lineIssue(file, at, 'not a text in UTF-8')] })
  }
}

/** @throws import.not_a_file with the line */
export const textOf = (file: string, bytes: Buffer): string => [...textPieces(file, bytes)].join('')

function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Ends of lines in it. */
export const linesIn = (text: string) => text.split('\n').length - 1
