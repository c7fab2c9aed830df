/**
 * Whether a profile may link to an address as it is: http or https, and no name
 * before the host, which would pass for the host.
 */
export function isWebsite(address: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(address) && URL.canParse(address)
}
