import type * as z from 'zod'
import { fail, lineIssue } from '#server/core/errors.ts'
import { createYielder } from '#server/core/yielder.ts'
import { addColumn, type Facts } from './csv.ts'
import { linesIn, textOf, textPieces } from './text.ts'

/** Longest value in characters; a list of ten thousand films fits. */
const maxValueLength = 4_000_000
/** Longest line of a file that has a value on each, in characters. */
const maxLineLength = 1_000_000
/** Deepest nesting of arrays and objects, which costs far more than its characters. */
const maxDepth = 32
/** Of one file. */
const maxItems = 500_000

const broken = (file: string, line: number | null, cause?: unknown) =>
  fail('import.broken', { issues: [issueAt(file, line, 'not the JSON of an export')], cause })
const tooLong = (file: string, line: number | null) =>
  fail('import.too_large', { issues: [issueAt(file, line, 'more than an export holds')] })
const issueAt = (file: string, line: number | null, message: string) =>
  line === null ? { path: file, message } : lineIssue(file, line, message)

/** A small file as one value. @throws import.broken, import.too_large, import.not_a_file */
export function parseFile<Shape>(path: string, bytes: Buffer, shape: z.ZodType<Shape>): Shape {
  if (bytes.length > maxValueLength) throw tooLong(path, null)
  return shaped(path, null, valueOf(path, null, textOf(path, bytes)), shape)
}

/**
 * The items of an array, one after the other, with all that the file says in them: a file of any size takes no more memory than its longest item.
 * @throws import.broken, import.too_large, import.not_a_file with the line
 */
export async function* parseItems<Item>(
  path: string,
  bytes: Buffer,
  shape: z.ZodType<Item>,
): AsyncGenerator<{ item: Item; said: unknown }> {
  const turns = createYielder()
  let left = maxItems
  for (const { line, text } of itemTexts(path, bytes)) {
    if (--left < 0) throw tooLong(path, line)
    const said = valueOf(path, line, text)
    yield { item: shaped(path, line, said, shape), said }
    if (turns.isOver()) await turns.next()
  }
}

/** The values of a file that has one on each line (NDJSON). @throws import.broken, import.too_large, import.not_a_file */
export async function* parseLines(
  path: string,
  bytes: Buffer,
): AsyncGenerator<{ line: number; value: unknown }> {
  const turns = createYielder()
  let line = 0
  let held = ''
  for (const piece of textPieces(path, bytes)) {
    const texts = (held + piece).split('\n')
    held = texts.pop() ?? ''
    if (held.length > maxLineLength) throw tooLong(path, line + texts.length + 1)
    for (const text of texts) {
      line += 1
      if (line > maxItems) throw tooLong(path, line)
      if (text.trim() !== '') yield { line, value: valueOf(path, line, text) }
    }
    if (turns.isOver()) await turns.next()
  }
  if (held.trim() !== '') yield { line: line + 1, value: valueOf(path, line + 1, held) }
}

function valueOf(path: string, line: number | null, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw broken(path, line, error)
  }
}

export function shaped<Shape>(
  path: string,
  line: number | null,
  value: unknown,
  shape: z.ZodType<Shape>,
): Shape {
  const { success, data, error } = shape.safeParse(value)
  if (!success) throw broken(path, line, error)
  return data
}

/** A value as the cells of a table: `movie.ids.tmdb` becomes the name of a column. Arrays of objects are left out. */
export function flatCells(value: unknown, facts: Facts): Record<string, string> {
  const cells: Record<string, string> = {}
  const add = (name: string, part: unknown): void => {
    if (part === null || part === undefined || part === '') return
    if (Array.isArray(part)) {
      if (part.every((one) => typeof one !== 'object')) add(name, part.join(', '))
    } else if (typeof part === 'object')
      for (const [key, inner] of Object.entries(part)) add(name === '' ? key : `${name}.${key}`, inner)
    else {
      const column = addColumn(facts, name)
      if (column !== null) cells[column] = typeof part === 'string' ? part : JSON.stringify(part)
    }
  }
  add('', value)
  return cells
}

/** The bytes of the array in a field of the outermost object; null when there is none. */
export function arrayIn(bytes: Buffer, name: string): Buffer | null {
  let depth = 0
  let key = ''
  let start = -1
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes.readUInt8(at)) {
      case codes.quote: {
        const from = at + 1
        do at = bytes.indexOf(codes.quote, at + 1)
        while (at !== -1 && isEscaped(bytes, at))
        if (at === -1) return start === -1 ? null : bytes.subarray(start)
        if (depth === 1) key = bytes.toString('utf8', from, Math.min(at, from + 100))
        break
      }
      case codes.array:
        if (depth++ === 1 && key === name) start = at
        break
      case codes.object:
        depth++
        break
      case codes.endArray:
      case codes.endObject:
        if (--depth === 1 && start !== -1) return bytes.subarray(start, at + 1)
        break
      default:
    }
  }
  return start === -1 ? null : bytes.subarray(start)
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at
  while (bytes[first - 1] === codes.backslash) first--
  return (at - first) % 2 === 1
}

/** The texts of an array's items, with the line on which each ends. */
function* itemTexts(path: string, bytes: Buffer): Generator<{ line: number; text: string }> {
  const nesting = openNesting()
  let text = ''
  let line = 1
  let items = 0
  for (const piece of textPieces(path, bytes)) {
    let from = 0
    let counted = 0
    for (let at = 0; at < piece.length; at++) {
      const found = nesting.take(piece.charCodeAt(at))
      if (found === null) continue
      text += piece.slice(from, at)
      from = at + 1
      line += linesIn(piece.slice(counted, at))
      counted = at
      if (found === 'wrong' || (found === 'begin' && text.trim() !== '')) throw broken(path, line)
      const isEmpty = found === 'end' && items === 0 && text.trim() === ''
      if (found !== 'begin' && !isEmpty) {
        items++
        yield { line, text }
      }
      text = ''
    }
    text += piece.slice(from)
    line += linesIn(piece.slice(counted))
    if (text.length > maxValueLength) throw tooLong(path, line)
  }
  if (!nesting.isOver() || text.trim() !== '') throw broken(path, line)
}

const codes = { quote: 34, comma: 44, backslash: 92, array: 91, object: 123, endArray: 93, endObject: 125 }

/** Tracks where the outermost array and its items begin and end. */
function openNesting() {
  let depth = 0
  let isOver = false
  let isText = false
  let isEscaped = false
  return {
    isOver: () => isOver,
    take(code: number): 'begin' | 'item' | 'end' | 'wrong' | null {
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (code === codes.backslash) isEscaped = true
        else if (code === codes.quote) isText = false
        return null
      }
      switch (code) {
        case codes.quote:
          isText = true
          return null
        case codes.comma:
          return depth === 1 ? 'item' : null
        case codes.array:
        case codes.object:
          if (++depth > 1) return depth > maxDepth ? 'wrong' : null
          return isOver || code === codes.object ? 'wrong' : 'begin'
        case codes.endArray:
        case codes.endObject:
          if (--depth > 0) return null
          isOver = true
          return code === codes.endArray && depth === 0 ? 'end' : 'wrong'
        default:
          return null
      }
    },
  }
}
