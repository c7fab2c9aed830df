/** Reused for every answer; one that does not fit is written by `JSON.stringify` as a whole. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)

/** UTF-8 needs at most three bytes for each UTF-16 code unit: characters of four bytes are two units. */
const bytesOfCharacter = 3

/**
 * An answer as JSON in UTF-8, the same as `JSON.stringify` makes. Lists, also those in a field, are written item by
 * item: V8 takes several times as long to write and encode a text that has even one character beyond Latin-1, so only
 * the item with that character should pay for it, not the whole page.
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
