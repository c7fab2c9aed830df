/** Navigation state for `paths.sceneBot()`: the question is asked once on arrival. */
export function questionState(question: string): { question: string } {
  return { question }
}

/** The question that came with a navigation; null when there is none. */
export function questionOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('question' in state)) return null
  const { question } = state
  return typeof question === 'string' && question.trim() !== '' ? question.trim() : null
}
