import type { RowReason } from '#shared/api/transfer.ts'

/** What a film source made of an entry. `confidence` goes from 0 to 100. */
export type Match =
  | { state: 'sure'; filmId: number; confidence: number }
  | {
      state: 'doubtful' | 'not-found'
      reason: RowReason
      confidence: number
      /** Films that the entry could mean, the likeliest first; 5 at most. They are in `films` too. */
      candidates: number[]
    }
  /** The source could not be asked: the entry is to be tried again. */
  | { state: 'down' }
