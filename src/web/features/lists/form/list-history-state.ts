/** The state of the history's entry with which a list opens its form. */
export const fromList = { fromList: true }

/** The list lies right before the form in the history. */
export function isFromList(state: unknown): boolean {
  return ((state ?? {}) as Partial<typeof fromList>).fromList === true
}
