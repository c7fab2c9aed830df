import type { HealthArea, HealthCode } from '#shared/health.ts'
import { isLoopbackHost, type Config } from '#server/config.ts'

/** What was found, and what its text names. */
export type FoundCode<Area extends HealthArea = HealthArea> = [
  code: Extract<HealthCode, `${Area}.${string}`>,
  facts?: Record<string, string | number>,
]

/**
 * Settings that are allowed but let others in, or make Scene mistake who calls. Shown at a start in production, by
 * `scene doctor` and at /admin.
 */
export function networkFindings(config: Config): FoundCode<'network'>[] {
  const { production, publicUrl, hasPublicName, openToOthers, trustProxy, demo, host } = config
  const found: FoundCode<'network'>[] = []
  if (production && !publicUrl) found.push(['network.no-address'])
  if (production && !publicUrl && !isLoopbackHost(host)) found.push(['network.open-host', { host }])
  if (publicUrl?.startsWith('http:') && hasPublicName)
    found.push(['network.not-encrypted', { address: publicUrl }])
  if (hasPublicName && trustProxy === null) found.push(['network.no-proxy'])
  if (openToOthers && !production) found.push(['network.not-production'])
  if (demo === 'public') found.push(['network.demo'])
  return found
}

const keyFindings = ({ redisUrl, secretKey }: Config): FoundCode<'sign-in'>[] =>
  redisUrl && secretKey === null ? [['sign-in.key-not-shared']] : []

/** Advice on passwords and second steps. */
export const signInFindings = (config: Config): FoundCode<'sign-in'>[] => [
  ...(config.passwordRules === 'specified' ? [['sign-in.passwords'] satisfies FoundCode<'sign-in'>] : []),
  ...keyFindings(config),
]

/** The findings that a start shows: all but the advice on passwords, whose default is intended. */
export const startFindings = (config: Config): FoundCode[] => [
  ...networkFindings(config),
  ...keyFindings(config),
]
