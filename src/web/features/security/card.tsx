import type { ReactNode } from 'react'
import { Section } from '#web/ui/layout/section.tsx'
import styles from './security.module.css'

/** One matter of security. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <Section title={title}>
        <div className={styles.body}>{children}</div>
      </Section>
    </div>
  )
}
