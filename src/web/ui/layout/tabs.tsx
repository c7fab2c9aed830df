import { useEffect, useRef, type ReactNode } from 'react'
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  label: string
  /** Null while what is shown belongs to none of them; a tab is then chosen by a press only. */
  value: Value | null
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode }[]
  /** The content of the chosen tab. */
  children?: ReactNode
  /** What stands at the end of the bar without being one of the tabs. */
  beside?: ReactNode
  className?: string | undefined
}

/** Underlined tabs that scroll when they do not fit; moving the focus chooses. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  children,
  beside,
  className,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = list.current
    const tab = [...(box?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].find(
      (candidate) => candidate.dataset['value'] === value,
    )
    if (!box || !tab) return
    // scrollIntoView would also move the page.
    const middle = tab.offsetLeft + tab.offsetWidth / 2
    box.scrollTo?.({ left: middle - box.clientWidth / 2 })
  }, [value])
  return (
    <BaseTabs.Root className={className} value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className={styles.bar}>
        <BaseTabs.List ref={list} className={styles.list} aria-label={label} activateOnFocus={value !== null}>
          {tabs.map((tab) => (
            <BaseTabs.Tab key={tab.value} value={tab.value} data-value={tab.value} className={styles.tab}>
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {beside}
      </div>
      {children === undefined ? null : value === null ? (
        <div className={styles.panel}>{children}</div>
      ) : (
        <BaseTabs.Panel key={value} value={value} className={styles.panel}>
          {children}
        </BaseTabs.Panel>
      )}
    </BaseTabs.Root>
  )
}
