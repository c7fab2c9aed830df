import { useId, useRef, type ComponentPropsWithRef } from 'react'
import { Search, X } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import field from './field.module.css'
import styles from './search-field.module.css'

interface SearchFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'children' | 'type'
> {
  /** The accessible name; also what is seen, where there is no placeholder of its own. */
  label: string
  value: string
  onChange: (value: string) => void
  /** The name of the clear button. */
  clearLabel: string
}

export function SearchField({
  label,
  value,
  onChange,
  clearLabel,
  placeholder = label,
  className,
  id,
  ref,
  ...input
}: SearchFieldProps) {
  const ownId = useId()
  const box = useRef<HTMLDivElement>(null)

  function clear() {
    onChange('')
    box.current?.querySelector('input')?.focus()
  }

  return (
    <div className={classNames(styles.box, className)} ref={box}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        dir={value === '' ? undefined : 'auto'}
        {...input}
        ref={ref}
        id={id ?? ownId}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className={classNames(field.control, styles.input)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value === '' ? null : (
        <IconButton className={styles.clear} label={clearLabel} icon={<X />} onClick={clear} />
      )}
    </div>
  )
}
