/** Stars as members see them: 0.5 to 5 in halves. Stored as 1 to 10. */
export type HalfSteps = number

/** 3.5 stars -> 7. Zero and absent mean unrated. */
export function starsToSteps(stars: number | null | undefined): HalfSteps | null {
  if (!stars) return null
  return Math.round(stars * 2)
}

/** 7 -> 3.5 stars; averages too. */
export function stepsToStars(steps: HalfSteps | null): number | null {
  return steps === null ? null : steps / 2
}

/** True for 0, 0.5, … 5. */
export function isStars(value: number): boolean {
  return value >= 0 && value <= 5 && Number.isInteger(value * 2)
}
