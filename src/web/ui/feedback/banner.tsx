import { Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/actions/button.tsx'
import styles from './banner.module.css'

interface BannerProps {
  children: ReactNode
  /** Where it can be put away. */
  close?: { label: string; onClose: () => void }
}

/** Something to know about what is below. */
export function Banner({ children, close }: BannerProps) {
  return (
    <div className={styles.banner} role="status">
      <Info className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>{children}</p>
      {close ? <IconButton label={close.label} icon={<X />} onClick={close.onClose} /> : null}
    </div>
  )
}
