import type { HealthArea, HealthCode } from '#shared/health.ts'
import { isLoopbackHost, type Config } from '#server/config.ts'

/** What was found, and what its text names. */
export type Found<Area extends HealthArea = HealthArea> = [
  code: Extract<HealthCode, `${Area}.${string}`>,
  facts?: Record<string, string | number>,
]

/** Settings that are allowed and let others in, or mistake them: the start in production, `scene doctor` and /admin tell them. */
export function networkFindings(config: Config): Found<'network'>[] {
  const { production, publicUrl, hasPublicName, openToOthers, trustProxy, demo, host } = config
  const found: Found<'network'>[] = []
  if (production && !publicUrl) found.push(['network.no-address'])
  if (production && !publicUrl && !isLoopbackHost(host)) found.push(['network.open-host', { host }])
  if (publicUrl?.startsWith('http:') && hasPublicName)
    found.push(['network.not-encrypted', { address: publicUrl }])
  if (hasPublicName && trustProxy === null) found.push(['network.no-proxy'])
  if (openToOthers && !production) found.push(['network.not-production'])
  if (demo === 'public') found.push(['network.demo'])
  return found
}

/** Of those what passwords and second steps need. */
export function signInFindings({ passwordRules, redisUrl, secretKey }: Config): Found<'sign-in'>[] {
  const found: Found<'sign-in'>[] = []
  if (passwordRules === 'specified') found.push(['sign-in.passwords'])
  if (redisUrl && secretKey === null) found.push(['sign-in.key-not-shared'])
  return found
}

/** All that settings alone tell. */
export const settingsFindings = (config: Config): Found<'network' | 'sign-in'>[] => [
  ...networkFindings(config),
  ...signInFindings(config),
]
