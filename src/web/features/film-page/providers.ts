import type { FilmPage } from '#web/features/films/films.api.ts'

const fallbackRegion = 'SA'
const ways = ['flatrate', 'rent', 'buy'] as const

export type Offers = FilmPage['providers'][string]
type Way = (typeof ways)[number]
export type Provider = Offers['flatrate'][number] & { ways: Way[] }

/** The browser's region when it has providers, else SA. */
export function defaultRegion(
  providers: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): string {
  for (const language of languages) {
    const region = regionOf(language)
    if (region !== undefined && Object.hasOwn(providers, region)) return region
  }
  return fallbackRegion
}

/** The browser's region, else SA. */
export const homeRegion = (languages: readonly string[]): string =>
  languages.map(regionOf).find((region) => region !== undefined && /^[A-Z]{2}$/.test(region)) ??
  fallbackRegion

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

/**
 * Every provider once, in the group of the first way in which it offers the film, with all its ways;
 * streaming first. Groups without a provider are left out.
 */
export function providerGroups(offers: Offers | undefined): { way: Way; providers: Provider[] }[] {
  const merged = new Map<number, Provider>()
  for (const way of ways) {
    for (const provider of offers?.[way] ?? []) {
      const known = merged.get(provider.provider_id)
      if (!known) merged.set(provider.provider_id, { ...provider, ways: [way] })
      else if (!known.ways.includes(way)) known.ways.push(way)
    }
  }
  return ways.flatMap((way) => {
    const providers = [...merged.values()].filter((provider) => provider.ways[0] === way)
    return providers.length === 0 ? [] : [{ way, providers }]
  })
}
