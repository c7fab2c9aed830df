import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { Locale } from '#shared/locale.ts'

/** The prompts that were not drawn yet; kept while the app is open, so that none comes twice. */
const deckQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['scene-bot', 'deck', locale],
    queryFn: async () => shuffle((await import('./prompts.ts')).prompts, locale),
    staleTime: Infinity,
    gcTime: Infinity,
  })

async function drawFrom(queryClient: QueryClient, locale: Locale, count: number): Promise<string[]> {
  const query = deckQuery(locale)
  let deck = await queryClient.ensureQueryData(query)
  if (deck.length < count) deck = [...deck, ...(await queryClient.fetchQuery({ ...query, staleTime: 0 }))]
  queryClient.setQueryData(query.queryKey, deck.slice(count))
  return deck.slice(0, count)
}

/** How many prompts are offered beside the dice. */
export const offeredPrompts = 4

/** Random prompts in the language of the interface. */
export function usePrompts() {
  const { locale } = useTranslation()
  const queryClient = useQueryClient()
  /** A prompt that was not offered before, until all of them were. */
  const roll = useCallback(
    async () => (await drawFrom(queryClient, locale, 1))[0] ?? '',
    [queryClient, locale],
  )
  const { data: choices } = useQuery({
    queryKey: ['scene-bot', 'choices', locale],
    queryFn: () => drawFrom(queryClient, locale, offeredPrompts),
    staleTime: Infinity,
    // The next visit has others.
    gcTime: 0,
  })
  return { roll, choices }
}

/** The pool of suggested prompts, by language. */
type PromptPool = Record<Locale, readonly string[]>

function shuffled(items: readonly string[], random: () => number): string[] {
  const deck = [...items]
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[deck[last], deck[other]] = [deck[other] ?? '', deck[last] ?? '']
  }
  return deck
}

/** Every prompt once, in random order: first those in the member's language, then the others. */
export function shuffle(pool: PromptPool, locale: Locale, random: () => number = Math.random): string[] {
  const others = Object.entries(pool).flatMap(([language, prompts]) => (language === locale ? [] : prompts))
  return [...shuffled(pool[locale], random), ...shuffled(others, random)]
}
