/** Where answers are written; longer ones are written in one piece. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)

/** A character is at most three bytes: of those with four, a text has two. */
const bytesOfCharacter = 3

/**
 * An answer as JSON in UTF-8, as `JSON.stringify` writes it. A list is written item by item, also one in a field: V8 takes
 * several times as long to write and to encode a text with a single character beyond Latin-1, so that should be an item's
 * and not the whole page's.
 */
export function jsonBytes(answer: unknown): Buffer {
  let end = 0
  let fits = true
  const put = (text: string) => {
    fits &&= end + text.length * bytesOfCharacter <= scratch.length
    if (fits) end += scratch.write(text, end)
  }
  const putList = (items: readonly unknown[]) => {
    put('[')
    items.forEach((item, index) => {
      if (index > 0) put(',')
      put(JSON.stringify(item) ?? 'null')
    })
    put(']')
  }
  const putFields = (fields: object) => {
    let before = '{'
    for (const [name, value] of Object.entries(fields)) {
      const text = Array.isArray(value) ? '' : JSON.stringify(value)
      if (text === undefined) continue
      put(`${before}${JSON.stringify(name)}:${text}`)
      if (Array.isArray(value)) putList(value)
      before = ','
    }
    put(before === '{' ? '{}' : '}')
  }
  if (Array.isArray(answer)) putList(answer)
  else if (isPlain(answer)) putFields(answer)
  else put(JSON.stringify(answer))
  return Buffer.from(fits ? scratch.subarray(0, end) : JSON.stringify(answer))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value)
