/** The UTC day of a moment: `2026-03-01`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)
