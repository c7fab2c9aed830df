import type { ReactNode } from 'react'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup as BaseToggleGroup } from '@base-ui/react/toggle-group'
import styles from './toggle-group.module.css'

interface ToggleGroupProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
}

/** One choice of a few, side by side. One is always chosen. */
export function ToggleGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
}: ToggleGroupProps<Value>) {
  return (
    <BaseToggleGroup
      className={styles.group}
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next)
      }}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={styles.option}>
          {option.label}
        </Toggle>
      ))}
    </BaseToggleGroup>
  )
}
