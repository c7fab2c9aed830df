/**
 * Whether a profile may link to an address as it is (specification 1, section 2): http or https, and no name
 * before the host, which would pass for the host.
 */
export function isWebsite(address: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(address) && URL.canParse(address)
}
