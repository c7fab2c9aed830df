/** A host by name or by IPv4 or IPv6 address, with or without a port; nothing that means something in an address. */
const plainHost = /^(?:(?:[a-z0-9-]{1,63}\.){0,10}[a-z0-9-]{1,63}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** What of a request previews depend on. */
export interface PageRequest {
  ip: string
  protocol: string
  headers: { host?: string | undefined }
}

/**
 * Where previews say that Scene is: the operator's public address, else what the request itself was sent to. Of
 * headers only Host is read: X-Forwarded-Host passes through proxies that are believed, whoever wrote it, and is no
 * part of the key of a shared cache. Null for a host that is not shaped like one.
 */
export function originOf(publicUrl: string | null, { protocol, headers }: PageRequest): string | null {
  if (publicUrl !== null) return new URL(publicUrl).origin
  const host = headers.host ?? ''
  return plainHost.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}` : null
}
