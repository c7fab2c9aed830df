import type { ReportKind } from '#shared/moderation.ts'
import { createStore, useStore } from '#web/ui/store.ts'

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

/** Every menu can open it, and only the host shows it. */
const reported = createStore<Reported | undefined>(undefined)

export const reportDialog = {
  open: (next: Reported) => reported.change(next),
  close: () => reported.change(undefined),
  useReported: () => useStore(reported),
}
