import { describe, expect, test } from 'vitest'
import { chooseFilms, type Ballot } from './choice.ts'

/** Answers by film, a letter for each voter: n, f, y, or v for a veto. */
function ballots(films: Record<number, string>): Ballot[] {
  return Object.entries(films).flatMap(([filmId, answers]) =>
    answers.split('').map((answer, voter) => ({
      personId: `voter ${voter}`,
      filmId: Number(filmId),
      vote: { n: 0, v: 0, f: 1, y: 2 }[answer] ?? 0,
      isVeto: answer === 'v',
    })),
  )
}
const choose = (films: Record<number, string>, seed = 'seed') =>
  chooseFilms(Object.keys(films).map(Number), ballots(films), seed)
const order = (films: Record<number, string>) => choose(films).films.map(({ filmId }) => filmId)

describe('average without misery', () => {
  test('one no puts a film out, however well others like it', () => {
    expect(order({ 1: 'yyyn', 2: 'ffff', 3: 'yfff' })).toEqual([3, 2])
  })
  test('the best mean first, three at most', () => {
    expect(order({ 1: 'fff', 2: 'yyy', 3: 'yyf', 4: 'yff' })).toEqual([2, 3, 4])
  })
  test('of equal means the one whose unhappiest voter is happier', () => {
    // Two of four: 1.5 of those who answered.
    expect(order({ 1: 'yf', 2: 'yfyf', 3: 'yy' })[0]).toBe(3)
  })
  test('all else equal the lot decides, the same for everybody', () => {
    const films = { 1: 'yy', 2: 'yy', 3: 'yy' }
    expect(choose(films)).toEqual(choose(films))
    const firsts = Array.from({ length: 40 }, (_, seed) => choose(films, String(seed)).films[0]?.filmId)
    expect(new Set(firsts).size).toBe(3)
  })
  test('where every film got a no, the fewest first and what was vetoed last', () => {
    const { isSecondBest, films } = choose({ 1: 'nny', 2: 'nyy', 3: 'vyy' })
    expect(isSecondBest).toBe(true)
    expect(films.map(({ filmId }) => filmId)).toEqual([2, 1, 3])
  })
  test('a veto is shown as a no and as nothing else', () => {
    expect(choose({ 1: 'vy' }).films).toEqual([{ filmId: 1, yes: 1, fine: 0, no: 1 }])
  })
  test('what nobody answered is not chosen', () => {
    expect(chooseFilms([1, 2], ballots({ 1: 'y' }), 's').films.map(({ filmId }) => filmId)).toEqual([1])
  })
})
