/** How far two words are apart, up to a limit. */
type Matcher = {
  /** The distance to the whole word; more than the limit when it is farther. */
  word(word: string): number
  /** The distance to that beginning of the word which is nearest. */
  beginning(word: string): number
}

/**
 * Compares words with `pattern` by optimal string alignment: a letter added, left out, changed, or swapped with its
 * neighbour counts 1. Words farther than `limit` are given up early.
 */
export function createMatcher(pattern: string, limit: number): Matcher {
  const width = pattern.length + 1
  let before = new Uint8Array(width)
  let last = new Uint8Array(width)
  let row = new Uint8Array(width)

  function distance(word: string, to: keyof Matcher): number {
    const anyBeginning = to === 'beginning'
    let best = anyBeginning ? pattern.length : limit + 1
    for (let column = 0; column < width; column++) last[column] = column
    const rows = anyBeginning ? Math.min(word.length, pattern.length + limit) : word.length
    for (let line = 1; line <= rows; line++) {
      row[0] = line
      let nearest = line
      const letter = word.charCodeAt(line - 1)
      for (let column = 1; column < width; column++) {
        const same = letter === pattern.charCodeAt(column - 1)
        let cost = Math.min(
          (last[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
        )
        const swapped =
          line > 1 &&
          column > 1 &&
          letter === pattern.charCodeAt(column - 2) &&
          word.charCodeAt(line - 2) === pattern.charCodeAt(column - 1)
        if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
        row[column] = cost
        if (cost < nearest) nearest = cost
      }
      const whole = row[width - 1] ?? 0
      if (anyBeginning && whole < best) best = whole
      if (nearest > limit) return anyBeginning ? best : limit + 1
      ;[before, last, row] = [last, row, before]
    }
    return anyBeginning ? best : (last[width - 1] ?? 0)
  }

  return {
    word: (word) => (Math.abs(word.length - pattern.length) > limit ? limit + 1 : distance(word, 'word')),
    beginning: (word) => (word.length < pattern.length - limit ? limit + 1 : distance(word, 'beginning')),
  }
}
