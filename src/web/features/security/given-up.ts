/** The member would rather not prove who they are: nothing was done, and nothing is to be said. */
export class GivenUp extends Error {}

export const isGivenUp = (error: unknown): boolean => error instanceof GivenUp
