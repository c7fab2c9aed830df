import { compareVersions } from '#server/core/version.ts'

/** What a version asks of operators. */
export interface VersionAdvice {
  /** Null for what is in no version yet. */
  version: string | null
  /** A line each, without blank ones. */
  lines: string[]
}

const release = /^## +\[?v?(\d+\.\d+\.\d+[\w.-]*)\]?/
const unreleased = /^## +Unreleased\b/i
const todo = /^### +What to do\b/i
const heading = /^#{1,3} /

/** The "What to do" parts of a changelog, by its headings, in its order: the newest first. */
export function adviceIn(changelog: string): VersionAdvice[] {
  const found: VersionAdvice[] = []
  let version: string | null | undefined
  let isTodo = false
  for (const line of changelog.split(/\r?\n/)) {
    if (/^##? /.test(line)) version = release.exec(line)?.[1] ?? (unreleased.test(line) ? null : undefined)
    if (heading.test(line)) {
      isTodo = version !== undefined && todo.test(line)
      if (isTodo && version !== undefined) found.push({ version, lines: [] })
    } else if (isTodo && line.trim() !== '') found.at(-1)?.lines.push(line.trimEnd())
  }
  return found.filter(({ lines }) => lines.length > 0)
}

/**
 * The advice for an update from the version that ran last (null when unknown) to this one. Advice under "Unreleased"
 * is included, since nobody knows in which version it will be.
 */
export const adviceBetween = (
  advice: readonly VersionAdvice[],
  last: string | null,
  current: string,
): VersionAdvice[] =>
  advice.filter(
    ({ version }) =>
      version === null ||
      (compareVersions(version, current) <= 0 && (last === null || compareVersions(version, last) > 0)),
  )
