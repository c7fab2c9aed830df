/** Shorter words are too like each other to be mended. */
const shortest = 5

function* withoutOneLetter(word: string): Generator<string> {
  for (let place = 0; place < word.length; place++) yield word.slice(0, place) + word.slice(place + 1)
}

/** One letter too many, too few, another, or two swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/**
 * Mends slips of the keyboard: answers the one known word that a word of five letters or more is one slip away from,
 * null when there is none, or several.
 */
export function createSpelling(known: Iterable<string>): (word: string) => string | null {
  const whole = new Set<string>()
  const near = new Map<string, string[]>()
  for (const word of known) {
    if (word.length < shortest || whole.has(word)) continue
    whole.add(word)
    for (const key of [word, ...withoutOneLetter(word)]) {
      const words = near.get(key)
      if (words) words.push(word)
      else near.set(key, [word])
    }
  }
  return (word) => {
    if (word.length < shortest || whole.has(word)) return null
    const found = new Set<string>()
    for (const key of [word, ...withoutOneLetter(word)])
      for (const candidate of near.get(key) ?? []) if (isOneSlipAway(word, candidate)) found.add(candidate)
    const [only, ...others] = found
    return only !== undefined && others.length === 0 ? only : null
  }
}
