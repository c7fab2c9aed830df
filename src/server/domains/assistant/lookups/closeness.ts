import { createMatcher } from '#shared/matching/edit-distance.ts'
import { foldText } from '#shared/matching/fold.ts'

const articles = /^(?:the|an?|le|la|les|une?|el|los|las|il|der|die|das|ال(?=..)) ?/
const maxComparedLength = 60
/** Texts that are less alike than this do not fit. */
const minLikeness = 0.66

const squash = (text: string) => text.replaceAll(' ', '')
const bare = (folded: string) => squash(folded.replace(articles, ''))

export const exact = 1
export const nearlyExact = 0.95

/**
 * How well a name fits what was written, from 0 to 1: 1 when they are the same, from `nearlyExact` when only an
 * article differs, about 0.85 when it is the beginning of the name, 0.7 and more when the name has all the words,
 * less with misspellings, 0 when it is another name.
 */
export function closeness(written: string, name: string): number {
  const [asked, whole] = [foldText(written), foldText(name)]
  if (asked === '' || whole === '') return 0
  if (squash(asked) === squash(whole)) return exact
  if (bare(asked) === bare(whole)) return nearlyExact + 0.02
  const [askedBare, wholeBare] = [asked.replace(articles, ''), whole.replace(articles, '')]
  if (wholeBare.startsWith(`${askedBare} `)) return 0.85
  const words = new Set(whole.split(' '))
  if (asked.split(' ').every((word) => words.has(word))) return 0.7 + (0.15 * asked.length) / whole.length
  return slipped(squash(asked), squash(whole))
}

function slipped(asked: string, whole: string): number {
  const longest = Math.max(asked.length, whole.length)
  if (longest > maxComparedLength || asked.length < 4) return 0
  const limit = Math.floor(longest * (1 - minLikeness))
  const distance = createMatcher(asked, limit).word(whole)
  return distance > limit ? 0 : 0.8 * (1 - distance / longest)
}
