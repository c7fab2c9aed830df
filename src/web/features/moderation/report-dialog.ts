import type { ReportKind } from '#shared/moderation.ts'

/** What is about to be reported. */
export interface Reported {
  kind: Exclude<ReportKind, 'picture' | 'address'>
  id: string
  /** Whose it is. */
  memberId: string
  username: string
  /** The first words of it, or its title. */
  excerpt: string
  /** Its uploaded pictures, each of which can be reported alone. */
  pictures: readonly string[]
}

/** One for the page: every menu can open it, and only the host shows it. */
let reported: Reported | undefined
const listeners = new Set<() => void>()

function change(next: Reported | undefined) {
  reported = next
  for (const listener of listeners) listener()
}

export const reportDialog = {
  open: (next: Reported) => change(next),
  close: () => change(undefined),
  current: () => reported,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
