import { createHash } from 'node:crypto'

export interface Ballot {
  filmId: number
  /** 0 no, 1 fine, 2 yes. */
  vote: number
  isVeto: boolean
}

export interface ElectedFilm {
  filmId: number
  yes: number
  fine: number
  no: number
}

const shown = 3

/**
 * The best films by the votes, three at most ("average without misery"): films that somebody said no to are out; then
 * by the best mean, then by the least happy voter, then by a draw that the seed makes the same for everybody. When
 * every film got a no, those with the fewest noes, vetoed ones last. A veto counts as a no, and is not shown as
 * anything else.
 */
export function chooseFilms(
  filmIds: readonly number[],
  ballots: readonly Ballot[],
  seed: string,
): { isSecondBest: boolean; films: ElectedFilm[] } {
  const lot = (filmId: number) => createHash('sha256').update(`${seed} ${filmId}`).digest('hex')
  const rated = filmIds
    .map((filmId) => {
      const cast = ballots.filter((ballot) => ballot.filmId === filmId)
      const count = (vote: number) => cast.filter((ballot) => ballot.vote === vote).length
      return {
        chosen: { filmId, yes: count(2), fine: count(1), no: count(0) },
        voters: cast.length,
        isVetoed: cast.some(({ isVeto }) => isVeto),
        mean: cast.reduce((sum, { vote }) => sum + vote, 0) / cast.length,
        least: Math.min(...cast.map(({ vote }) => vote)),
        lot: lot(filmId),
      }
    })
    .filter(({ voters }) => voters > 0)
  const liked = rated.filter(({ chosen }) => chosen.no === 0)
  const byLot = (a: { lot: string }, b: { lot: string }) => (a.lot < b.lot ? -1 : 1)
  const best =
    liked.length > 0
      ? liked.toSorted((a, b) => b.mean - a.mean || b.least - a.least || byLot(a, b))
      : rated.toSorted(
          (a, b) =>
            Number(a.isVetoed) - Number(b.isVetoed) ||
            a.chosen.no - b.chosen.no ||
            b.mean - a.mean ||
            byLot(a, b),
        )
  return { isSecondBest: liked.length === 0, films: best.slice(0, shown).map(({ chosen }) => chosen) }
}
