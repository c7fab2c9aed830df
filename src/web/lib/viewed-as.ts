import type { QueryClient } from '@tanstack/react-query'
import { useLocation, type LoaderFunctionArgs } from 'react-router'
import { standIns, type StandIn } from '#shared/audience.ts'
import { paths } from '#shared/paths.ts'
import { askAs } from './api.ts'
import { createQueryClient, loaderQueryClient } from './query-client.ts'
import { getSession, useMember } from './session.ts'

interface Place {
  pathname: string
  search: string
}

/** Members see their own profile, and the addresses below it, as somebody else would: `?as=` says as whom. */
export function viewedAs({ pathname, search }: Place): StandIn | null {
  const own = getSession()?.user._id
  if (own === undefined || !`${pathname}/`.startsWith(`${paths.profile(own)}/`)) return null
  const named = new URLSearchParams(search).get('as')
  return standIns.find((one) => one === named) ?? null
}

/** `to` with the same `?as=`, if it is an address below the member's own profile. */
export function keepViewedAs(to: string, as: StandIn | null): string {
  if (as === null) return to
  const { pathname, search, hash } = new URL(to, window.location.origin)
  if (viewedAs({ pathname, search: `?as=${as}` }) === null) return to
  const query = new URLSearchParams(search)
  query.set('as', as)
  return `${pathname}?${query}${hash}`
}

export function useViewedAs(): StandIn | null {
  return viewedAs(useLocation())
}

/** Whether the viewer is this member, and not looking as somebody else. */
export function useIsOwner(memberId: string): boolean {
  const viewer = useMember()
  const as = useViewedAs()
  return viewer?._id === memberId && as === null
}

const clients = new Map<StandIn, QueryClient>()

/** The query cache of a stand-in, apart from the member's own: it never holds what only the member may see. */
export function standInClient(as: StandIn): QueryClient {
  const known = clients.get(as)
  if (known) return known
  const client = createQueryClient()
  const options = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = ((given: Parameters<typeof options>[0]) => {
    const { queryFn, ...rest } = options(given)
    if (typeof queryFn !== 'function') return { ...rest, queryFn }
    return { ...rest, queryFn: (context: Parameters<typeof queryFn>[0]) => askAs(as, () => queryFn(context)) }
  }) as typeof client.defaultQueryOptions
  clients.set(as, client)
  return client
}

/** For loaders of a profile's parts: the stand-in's cache where the address has `?as=`, else the member's own. */
export function profileQueryClient(args: LoaderFunctionArgs): QueryClient {
  const as = viewedAs(new URL(args.request.url))
  return as === null ? loaderQueryClient(args) : standInClient(as)
}

/** Empties the stand-ins' caches: what they hold may be out of date. */
export function forgetStandIns(): void {
  for (const client of clients.values()) client.clear()
}
