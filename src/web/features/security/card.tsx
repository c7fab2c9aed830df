import type { ReactNode, Ref } from 'react'
import { Section } from '#web/ui/layout/section.tsx'
import styles from './security.module.css'

interface CardProps {
  title: string
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** One matter of security. */
export function Card({ title, children, ref }: CardProps) {
  return (
    <div ref={ref} className={styles.card}>
      <Section title={title}>
        <div className={styles.body}>{children}</div>
      </Section>
    </div>
  )
}
