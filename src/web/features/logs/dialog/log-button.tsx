import { Plus } from 'lucide-react'
import { useTranslation, withTexts } from '#web/i18n/index.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './log-button.module.css'
import { logDialog } from './log-dialog.ts'

/** The dialog is about to be opened; offline the press itself fails. */
const prepare = () => void withTexts(import('./log-search-dialog.tsx'), 'first', 'app').catch(() => undefined)

interface LogButtonProps {
  /** `nav`: as wide as the side navigation; `pill`: beside other things in a bar. */
  shape: 'nav' | 'pill'
  /** Where the screen has a button of its own that logs. */
  quiet?: boolean
}

/** Begins a log from anywhere. */
export function LogButton({ shape, quiet = false }: LogButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classNames(styles.button, styles[shape], quiet && styles.quiet)}
      // A film's page has a button of the short name, which is about that film.
      aria-label={t('logDialog.label')}
      title={shape === 'nav' ? t('logDialog.label') : undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts={useShortcut('c')}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => logDialog.open()}
    >
      <span className={styles.face}>
        <Plus aria-hidden="true" size={20} />
        <span className={styles.label}>{t('logDialog.open')}</span>
      </span>
    </button>
  )
}

/** The bar above home on phones, where the navigation has no room for the button. */
export function LogBar() {
  return (
    <div className={styles.bar}>
      <Logo size={28} markOnly />
      <LogButton shape="pill" />
    </div>
  )
}
