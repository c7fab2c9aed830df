import { isLoopbackHost, type Config } from './config.ts'

export interface Advice {
  /** What the settings open, or leave out. */
  seen: string
  /** What to do about it. */
  todo: string
}

/** Settings that are allowed and do not go together; the start in production and `scene doctor` tell them. */
export function adviceOn(config: Config): Advice[] {
  const { production, publicUrl, hasPublicName, openToOthers, trustProxy, demo, host } = config
  const found: Advice[] = []
  if (production && !publicUrl)
    found.push({
      seen: 'NODE_ENV is production and PUBLIC_URL is not set',
      todo: 'Set it to the address that members use.',
    })
  if (production && !publicUrl && !isLoopbackHost(host))
    found.push({
      seen: `HOST=${host} lets in everybody who reaches it, and nothing is encrypted`,
      todo: 'Put a proxy with a certificate in front, and set PUBLIC_URL and TRUST_PROXY.',
    })
  if (publicUrl?.startsWith('http:') && hasPublicName)
    found.push({ seen: `${publicUrl} is not encrypted`, todo: 'Put a proxy with a certificate in front.' })
  if (hasPublicName && trustProxy === null)
    found.push({
      seen: 'PUBLIC_URL is set and TRUST_PROXY is not: all members look like one address, and share its limits',
      todo: 'Set TRUST_PROXY to the proxy’s address, such as loopback.',
    })
  if (openToOthers && !production)
    found.push({
      seen: 'others reach Scene and NODE_ENV is not production',
      todo: 'Set NODE_ENV=production before people join.',
    })
  if (demo === 'public')
    found.push({
      seen: 'anybody may sign in as a demo member, whose password everybody knows',
      todo: 'Set SCENE_DEMO=0 once it is used in earnest.',
    })
  return found
}
