import type { Locale } from '#shared/locale.ts'

/** The pool of suggested prompts, by language. */
export type PromptPool = Record<Locale, readonly string[]>

function shuffled(items: readonly string[], random: () => number): string[] {
  const deck = [...items]
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[deck[last], deck[other]] = [deck[other] ?? '', deck[last] ?? '']
  }
  return deck
}

/** Every prompt once, in random order: first those in the member’s language, then the others. */
export function shuffle(pool: PromptPool, locale: Locale, random: () => number = Math.random): string[] {
  const others = Object.entries(pool).flatMap(([language, prompts]) => (language === locale ? [] : prompts))
  return [...shuffled(pool[locale], random), ...shuffled(others, random)]
}
