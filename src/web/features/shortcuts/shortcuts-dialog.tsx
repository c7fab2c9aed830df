import { Fragment } from 'react'
import { useTranslation, type TextKey } from '#web/i18n/index.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import styles from './shortcuts-dialog.module.css'
import { ShortcutsSwitch } from './shortcuts-switch.tsx'

interface Group {
  title: TextKey
  /** Keys that are pressed one after the other, and what they do. */
  shortcuts: readonly [keys: readonly string[], does: TextKey][]
}

const groups: readonly Group[] = [
  {
    title: 'shortcuts.everywhere',
    shortcuts: [
      [['/'], 'shortcuts.search'],
      [['C'], 'logDialog.label'],
      [['?'], 'shortcuts.help'],
      [['Esc'], 'shortcuts.close'],
    ],
  },
  {
    title: 'shortcuts.go',
    shortcuts: [
      [['G', 'H'], 'nav.home'],
      [['G', 'S'], 'nav.search'],
      [['G', 'B'], 'nav.sceneBot'],
      [['G', 'N'], 'nav.notifications'],
      [['G', 'P'], 'nav.profile'],
    ],
  },
  {
    title: 'shortcuts.lists',
    shortcuts: [
      [['J'], 'shortcuts.next'],
      [['K'], 'shortcuts.previous'],
    ],
  },
  {
    title: 'shortcuts.film',
    shortcuts: [
      [['L'], 'film.log'],
      [['W'], 'film.watchlist'],
      [['F'], 'film.favourite'],
    ],
  },
]

interface ShortcutsDialogProps {
  open: boolean
  onClose: () => void
}

export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('shortcuts.title')}
      size="lg"
      footer={
        <div className={styles.switch}>
          <ShortcutsSwitch />
        </div>
      }
    >
      <div className={styles.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={styles.title}>{t(title)}</h3>
            <dl>
              {shortcuts.map(([keys, does]) => (
                <div key={does} className={styles.shortcut}>
                  <dt>{t(does)}</dt>
                  <dd className={styles.keys}>
                    {keys.map((key, at) => (
                      <Fragment key={key}>
                        {at > 0 ? <span className={styles.then}>{t('shortcuts.then')}</span> : null}
                        <kbd className={styles.key}>{key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.note}>{t('shortcuts.layouts')}</p>
    </Sheet>
  )
}
