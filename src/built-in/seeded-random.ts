/** The seeded randomness of drawn artwork: the same id always gives the same picture. */

export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A number between the two bounds. */
  range(low: number, high: number): number
  /** A whole number between the two bounds, both included. */
  int(low: number, high: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** 1 or -1. */
  sign(): number
}

/** The 32-bit FNV-1a hash of the UTF-8 bytes of `text`. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The finaliser of MurmurHash3: spreads neighbouring hashes over all 32 bits. */
export function fmix32(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The seed of one picture. `v1` stands for the look: a new look takes a new number, nothing else does. */
export function seedOf(kind: string, id: number | string, variant: number | string): number {
  return fmix32(fnv1a(`scene-${kind}-v1:${id}:${variant}`))
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    sign: () => (next() < 0.5 ? -1 : 1),
  }
}
