import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getFilmRegion, type FilmRegion } from '#shared/api/films.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { call } from '#web/lib/api.ts'
import { homeRegion } from '#web/lib/region.ts'

/** What is shown of a film for one region. `local` is undefined while it is on its way. */
export interface RegionChoice {
  region: string
  /** The member's own, of which it is said so when nothing is known. */
  isHome: boolean
  local: FilmRegion | undefined
  error: unknown
  retry: () => void
}

/** For the region that the address names, else the member's own, which came with the page. */
export function useFilmRegion({ id, local }: Pick<FilmPage, 'id' | 'local'>): RegionChoice {
  const [address] = useSearchParams()
  const home = homeRegion()
  const region = /^[A-Z]{2}$/.exec(address.get('region') ?? '')?.[0] ?? home
  const { data, error, refetch } = useQuery({
    queryKey: ['film-region', id, region],
    queryFn: ({ signal }) => call(getFilmRegion, { params: { id, region }, signal }),
    enabled: region !== local.region,
  })
  return {
    region,
    isHome: region === home,
    local: region === local.region ? local : data,
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
