import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface Fact {
  key: string
  name: string
  value: ReactNode
}

/** What is known of one thing: names and values, a line each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, name, value }) => (
        <div key={key} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
