/** Controls, and what turns the direction of the text after it around (Unicode TR 9). */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]+/gu

/** Joiners, fillers and the like: parts of words and emoji, but nothing by themselves. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * What a member or the film source wrote, in one line that cannot reach into the text around it; empty where nothing
 * of it would be seen.
 */
export function plainText(text: string): string {
  return blank.test(text) ? '' : text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim()
}

/** A part of a sentence; one that runs from right to left is isolated, so that the order of the rest survives. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** At most so many characters, cut between words where there are any. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text)
  if (characters.length <= most) return text
  const cut = characters.slice(0, most - 1).join('')
  return `${cut.replace(/\s+\S{0,20}$/, '').trimEnd()}…`
}
