import type { AssistantLanguage } from './api/assistant.ts'
import type { Locale } from './locale.ts'

export const localeOfLanguage = { english: 'en', arabic: 'ar', french: 'fr' } as const satisfies Record<
  AssistantLanguage,
  Locale
>
