import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

type Answer = (error: Error | null, addresses: LookupAddress[]) => void
/** What `net.connect` asks for the addresses of a host name. */
export type Lookup = (hostname: string, options: LookupOptions & { all: true }, answer: Answer) => void

/** The machine itself, private and shared networks, links, documentation, benchmarks, groups and tunnels (IANA's registries). */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const special6 = [
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const

const special = new BlockList()
for (const [network, bits] of special4) {
  special.addSubnet(network, bits)
  // The same through a translator of addresses, which hosts without IPv4 reach others by, and in the old notation.
  special.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6')
  special.addSubnet(`::${network}`, 96 + bits, 'ipv6')
}
for (const [network, bits] of special6) special.addSubnet(network, bits, 'ipv6')

/** Whether an address lies in the open network. */
export const isPublicAddress = ({ address, family }: LookupAddress): boolean =>
  !special.check(address, family === 6 ? 'ipv6' : 'ipv4')

/**
 * Gives a connection the addresses of a host that lie in the open network, and fails where it has none. The connection goes
 * to what was looked at here and asks nobody again, so that a name whose second answer leads inside leads nowhere.
 */
export const createPublicLookup =
  (lookup: Lookup = systemLookup): LookupFunction =>
  (hostname, options, answer) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, [])
      const addresses = found.filter(isPublicAddress)
      const [first] = addresses
      if (!first) return answer(new Error(`${hostname} is at no public address`), [])
      return options.all ? answer(null, addresses) : answer(null, first.address, first.family)
    })
