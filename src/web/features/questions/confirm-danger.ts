import type { ReactNode } from 'react'
import { translate } from '#web/i18n/index.ts'
import { confirm } from '#web/ui/overlays/alert.tsx'

interface DangerQuestion {
  title: string
  text?: ReactNode
  confirmLabel: string
}

/** Asks before what cannot be undone. */
export const confirmDanger = (question: DangerQuestion): Promise<boolean> =>
  confirm({ ...question, cancelLabel: translate('common.cancel'), danger: true })
