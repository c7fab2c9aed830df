import { at } from '#built-in/catalogue/store/columns.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import type { TextIndex } from '#built-in/catalogue/search/text-index.ts'
import { foldText } from '#shared/matching/fold.ts'

type Weights = {
  director: number
  /** For the first of the cast; less for later ones. */
  cast: number
  /** For each rare word that both titles have, as the films of a series do. */
  title: number
  genres: number
  language: number
  era: number
  /** For a film that many have seen, and for one that is liked. */
  fame: number
  liking: number
  listed: number
}

/** Similarity of the films themselves: genre, time and origin. */
const similarity: Weights = {
  director: 2,
  cast: 0.5,
  title: 2,
  genres: 4,
  language: 1.5,
  era: 1,
  fame: 1,
  liking: 0,
  listed: 60,
}
/** Recommendation: the people who made them and how well they are liked. */
const recommendation: Weights = {
  director: 3.5,
  cast: 1.2,
  title: 2.5,
  genres: 2,
  language: 0.7,
  era: 0.5,
  fame: 1.5,
  liking: 2,
  listed: 40,
}

/** A word in more titles than this does not show that they are a series. */
const rareWord = 12
const castCounted = 8
const eraYears = 20
/** Of 10 million votes. */
const mostFame = 7 / 4.5

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

function ranked(store: Store, titles: TextIndex, film: number, weights: Weights): number[] {
  const { films, people } = store
  const scores = new Float64Array(films.size)
  const raise = (others: Uint32Array, by: number) => {
    for (const other of others) scores[other] = at(scores, other) + by
  }
  for (const person of films.directors.of(film)) {
    raise(people.directed.of(person), weights.director)
    raise(people.acted.of(person), weights.cast / 2)
  }
  films.cast
    .of(film)
    .subarray(0, castCounted)
    .forEach((person, order) => {
      const by = weights.cast * (1 - order / (castCounted + 2))
      raise(people.acted.of(person), by)
      raise(people.directed.of(person), by)
    })
  for (const word of new Set(foldText(films.title[film] ?? '').split(' '))) {
    const others = titles.having(word)
    if (word.length > 3 && others.length <= rareWord) raise(others, weights.title)
  }

  const { genreBits, date, voteCount, voteAverage } = films
  const genres = at(genreBits, film)
  const first = films.genres(film)[0]
  const language = films.language(film)
  const year = at(date, film) / 10_000
  const best: number[] = []
  let least = 0
  for (let other = 0; other < films.size; other++) {
    if (other === film) continue
    const theirs = genreBits[other] ?? 0
    const all = countBits(genres | theirs)
    let score = scores[other] ?? 0
    if (all > 0) score += (weights.genres * countBits(genres & theirs)) / all
    if (first !== undefined && (theirs & (1 << first)) !== 0) score += weights.genres / 8
    score += weights.era * Math.max(0, 1 - Math.abs((date[other] ?? 0) / 10_000 - year) / eraYears)
    score += (weights.liking * Math.max(0, (voteAverage[other] ?? 0) - 5000)) / 4000
    // Most films cannot reach the best any more; what is left to count costs the most.
    if (score + weights.language + weights.fame * mostFame <= least) continue
    if (films.language(other) === language) score += weights.language
    score += weights.fame * (Math.log10(1 + (voteCount[other] ?? 0)) / 4.5)
    scores[other] = score
    insert(best, other, scores, weights.listed)
    if (best.length === weights.listed) least = at(scores, best.at(-1) ?? 0)
  }
  return best
}

/** Keeps `best` sorted, highest score first, earlier films before later ones, and no longer than `length`. */
function insert(best: number[], film: number, scores: Float64Array, length: number): void {
  const score = at(scores, film)
  const full = best.length === length
  if (full && score <= at(scores, best[length - 1] ?? 0)) return
  let place = full ? length - 1 : best.length
  while (place > 0 && at(scores, best[place - 1] ?? 0) < score) place--
  best.splice(place, 0, film)
  if (best.length > length) best.pop()
}

/** Up to 60 films of a like kind, the likest first; never the film itself. */
export function similarFilms(store: Store, titles: TextIndex, film: number): number[] {
  return ranked(store, titles, film, similarity)
}

/** Up to 40 films for those who like this one, above all by the same people; never the film itself. */
export function recommendedFilms(store: Store, titles: TextIndex, film: number): number[] {
  return ranked(store, titles, film, recommendation)
}
