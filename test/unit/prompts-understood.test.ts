import { describe, expect, it } from 'vitest'
import { understand } from '#built-in/language/understanding/understand.ts'
import { prompts } from '#web/features/scene-bot/prompts.ts'

/** What means that the words were not taken for a question, only perhaps for a title or a greeting. */
const vague = ['unknown', 'film', 'greeting', 'thanks', 'help']
const now = new Date('2026-06-15T12:00:00Z')

/** The dice must not offer what the built-in answerer does not understand, nor in another language. */
describe.each([
  ['english', prompts.en],
  ['arabic', prompts.ar],
  ['french', prompts.fr],
] as const)('prompts in %s', (spoken, pool) => {
  it.each(pool)('%s', (prompt) => {
    const { language, question } = understand(prompt, { language: null, films: [], now })
    expect(language).toBe(spoken)
    expect(vague).not.toContain(question.kind)
  })
})
