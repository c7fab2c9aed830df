import packageJson from '../../../package.json' with { type: 'json' }

export const { version } = packageJson

/** Negative where the first version is the older one. */
export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true })
