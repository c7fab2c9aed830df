import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#server/config.ts'

/**
 * What limits count an address as: IPv4 as it is, also where it comes as an IPv6 address, and of IPv6 the network of
 * 64 bits, all of which one caller may have. A caller who left before anybody asked has none.
 */
export function limitAddress(address: string | undefined): string {
  const plain = (address ?? '').toLowerCase().replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return mapped(groups)
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const mapped = ([, , , , , , high = 0, low = 0]: number[]) =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The eight groups of 16 bits of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const parse = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .flatMap((group) => {
        if (!isIPv4(group)) return [Number.parseInt(group, 16)]
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
        return [(a << 8) | b, (c << 8) | d]
      })
  const [head, tail] = [parse(before), parse(after ?? '')]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

const proxyHeader = /^(x-forwarded.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Whether the request comes from this machine itself: not through a proxy, and not by a foreign host name that was
 * made to point here (DNS rebinding).
 */
export function isLocalRequest({ raw, headers }: FastifyRequest): boolean {
  const host = /^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(headers.host ?? '')?.[1]
  return (
    isLoopbackHost(raw.socket.remoteAddress ?? '') &&
    host !== undefined &&
    isLoopbackHost(host) &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  )
}
