/**
 * The choice of a backdrop in the history: whether it was opened by the form, and how many entries of its own
 * lie before the present one. Going back by that many leaves none of them behind.
 */
export interface BackdropHistoryState {
  fromForm: boolean
  steps: number
}

/** The state of the history's entry with which the form opens the choice. */
export const fromForm: BackdropHistoryState = { fromForm: true, steps: 0 }

/** What the state of an entry says; an address opened by hand has none. */
export function backdropHistoryState(state: unknown): BackdropHistoryState {
  const { fromForm = false, steps = 0 } = (state ?? {}) as Partial<BackdropHistoryState>
  return { fromForm, steps }
}
