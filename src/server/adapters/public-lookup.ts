import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

type Answer = (error: Error | null, addresses: LookupAddress[]) => void
/** What `net.connect` asks for the addresses of a host name. */
export type Lookup = (hostname: string, options: LookupOptions & { all: true }, answer: Answer) => void

/**
 * What IANA's registry of special IPv4 addresses does not call globally reachable: the machine itself, private and shared networks,
 * links, documentation, benchmarks, groups and what is reserved.
 */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** The same of the one range that IANA gives to hosts (2000::/3): protocols and Teredo, documentation, 6to4, documentation again. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const
/** IPv4 addresses written as ones of IPv6: through a translator, by which hosts without IPv4 reach others, and mapped ones. */
const written4 = ['64:ff9b::', '::ffff:'] as const

const special = new BlockList()
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of special6) special.addSubnet(network, bits, 'ipv6')
for (const [network, bits] of special4) special.addSubnet(network, bits)
for (const start of written4) {
  open6.addSubnet(`${start}0.0.0.0`, 96, 'ipv6')
  for (const [network, bits] of special4) special.addSubnet(`${start}${network}`, 96 + bits, 'ipv6')
}

/** Whether an address is public. */
export const isPublicAddress = ({ address, family }: LookupAddress): boolean =>
  family === 6 ? open6.check(address, 'ipv6') && !special.check(address, 'ipv6') : !special.check(address)

/**
 * A DNS look-up that answers only public addresses, and fails when there are none. The connection uses the addresses
 * that were checked here and does not look up again, so a name cannot give a private address the second time (DNS
 * rebinding).
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
