const scripts = new Map<string, string | undefined>()

/** The usual script of a language (ISO 15924); undefined for what is none. */
export function scriptOf(language: string): string | undefined {
  if (!scripts.has(language))
    scripts.set(
      language,
      /^[a-z]{2,3}$/.test(language) ? new Intl.Locale(language).maximize().script : undefined,
    )
  return scripts.get(language)
}

/** The direction in which a language is written. */
export function directionOfLanguage(language: string): 'ltr' | 'rtl' {
  return /^(Arab|Hebr|Thaa|Syrc|Nkoo)$/.test(scriptOf(language) ?? '') ? 'rtl' : 'ltr'
}
