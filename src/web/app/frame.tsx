import '#web/styles/styles.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#web/lib/use-online.ts'
import { OfflineBar } from '#web/ui/offline-bar.tsx'
import styles from './frame.module.css'

interface FrameProps {
  /** The navigation, where there is one. */
  nav?: ReactNode
  /** Before everything but the skip link. */
  progress?: ReactNode
  children: ReactNode
}

/** What surrounds the screens of members and of guests: skip link, offline notice, main landmark. */
export function Frame({ nav, progress, children }: FrameProps) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      {progress}
      <div className={nav ? styles.withNav : styles.bare}>
        {online ? null : <OfflineBar text={t('common.offline')} />}
        {nav}
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
    </>
  )
}
