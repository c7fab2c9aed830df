/** When what is marked as a spoiler is open without a press: never, for who has seen the film, always. */
export const spoilerChoices = ['closed', 'seen', 'open'] as const
export type SpoilerChoice = (typeof spoilerChoices)[number]
export const defaultSpoilers: SpoilerChoice = 'seen'
