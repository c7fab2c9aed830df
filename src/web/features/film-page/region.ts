import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getFilmRegion, type FilmRegion } from '#shared/api/films.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { call } from '#web/lib/api.ts'
import { homeRegion, usualRegion } from '#web/lib/region.ts'

type RegionalFilm = Pick<FilmPage, 'id' | 'local' | 'providers'>

/** What is shown of a film for one region. `local` is undefined while it is on its way. */
export interface RegionChoice {
  region: string
  local: FilmRegion | undefined
  error: unknown
  retry: () => void
}

/** For the region that the address names, else the member's own, which came with the page. */
export function useFilmRegion(film: RegionalFilm): RegionChoice {
  return useRegion(film, useAddressedRegion() ?? homeRegion())
}

/** As `useFilmRegion`, but nobody is left without offers: instead of one's own region where it has none stands SA. */
export function useOfferRegion(
  film: RegionalFilm & Pick<FilmPage, 'offerRegions'>,
): RegionChoice & { isHomeUnknown: boolean } {
  const addressed = useAddressedRegion()
  const home = homeRegion()
  const isHomeUnknown = !film.offerRegions.includes(home)
  const choice = useRegion(film, addressed ?? (isHomeUnknown ? usualRegion : home))
  return { ...choice, isHomeUnknown: isHomeUnknown && (addressed ?? home) === home }
}

function useAddressedRegion(): string | undefined {
  const [address] = useSearchParams()
  return /^[A-Z]{2}$/.exec(address.get('region') ?? '')?.[0]
}

function useRegion({ id, local, providers }: RegionalFilm, region: string): RegionChoice {
  const { data, error, refetch } = useQuery({
    queryKey: ['film-region', id, region],
    queryFn: ({ signal }) => call(getFilmRegion, { params: { id, region }, signal }),
    enabled: region !== local.region,
  })
  return {
    region,
    local: region === local.region ? { ...local, offers: providers[region] ?? null } : data,
    error,
    retry: () => void refetch(),
  }
}

const ways = ['flatrate', 'free', 'ads', 'rent', 'buy'] as const

type Offers = NonNullable<FilmRegion['offers']>
export type Provider = Offers[(typeof ways)[number]][number]

/** The ways in which somebody offers the film, each with everybody who does. */
export const offerGroups = (offers: Offers | null) =>
  ways.map((way) => ({ way, providers: offers?.[way] ?? [] })).filter(({ providers }) => providers.length > 0)
