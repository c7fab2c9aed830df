/**
 * A text between marks of Unicode (FSI, PDI) that keep its direction to itself: a name, a title or what else somebody wrote
 * turns nothing of the sentence around it.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** What is written from right to left. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
