/**
 * The choice of a backdrop in the history: whether it was opened by the form, and how many entries of its own
 * lie before the present one. Going back by that many leaves none of them behind.
 */
export interface BackdropTrail {
  fromForm: boolean
  steps: number
}

/** The state of the history's entry with which the form opens the choice. */
export const fromForm: BackdropTrail = { fromForm: true, steps: 0 }

/** What the state of an entry says; an address opened by hand has none. */
export function trailOf(state: unknown): BackdropTrail {
  const { fromForm = false, steps = 0 } = (state ?? {}) as Partial<BackdropTrail>
  return { fromForm, steps }
}
