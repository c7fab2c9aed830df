/** How long a mute may last, in days; 0 is until it is taken back. */
export const muteDays = [1, 7, 30, 0] as const

/** How many characters a muted word or group of words has. */
export const maxMutedWordLength = 60

/** By what muted words are the same. */
export const mutedWordKey = (word: string): string =>
  word.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** What Arabic writes in one with the word after it: "and", "so", "in", "as", "to", and the article. */
const joined = '[وف]?[بكل]?(?:ال|ل)?'

/**
 * The regular expression of PostgreSQL, blind to case, by which a text has the word: not as a part of a longer one,
 * but for what Arabic joins to it.
 */
export function mutedWordPattern(word: string): string {
  const key = mutedWordKey(word)
  const literal = key.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)
  return String.raw`(?:^|\W)${/^\p{Script=Arabic}/u.test(key) ? joined : ''}${literal}(?:\W|$)`
}
