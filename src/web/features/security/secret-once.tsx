import { Copy } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useCopyText } from '#web/features/links/use-link-items.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { WarningLine } from '#web/ui/feedback/warning-line.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import styles from './secret-once.module.css'

interface SecretOnceProps {
  secret: string
  /** What it is, as readers hear it. */
  label: string
  warning: string
  copyLabel: string
  /** Said once it is copied. */
  copied: string
  onDone: () => void
  /** What to do with it. */
  children?: ReactNode
}

/** The focus goes where the secret can be copied, which is brought into view: it may stand far from what made it. */
const showCopy = (button: HTMLElement | null) => button?.focus()

/** A secret that was just made and is never shown again. Its key is the secret, so that the next one is shown as well. */
export function SecretOnce({ secret, label, warning, copyLabel, copied, onDone, children }: SecretOnceProps) {
  const { t } = useTranslation()
  const copy = useCopyText()
  const part = useRef<HTMLDivElement>(null)
  useRowFocus(part)
  return (
    <div ref={part} className={styles.part}>
      <WarningLine>{warning}</WarningLine>
      <code className={styles.secret} dir="ltr" role="group" aria-label={label}>
        {secret}
      </code>
      {children}
      <div className={styles.actions}>
        <Button
          ref={showCopy}
          icon={<Copy />}
          onClick={() => void copy(secret, copied, t('secretOnce.copyFailed'))}
        >
          {copyLabel}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('secretOnce.done')}
        </Button>
      </div>
    </div>
  )
}
