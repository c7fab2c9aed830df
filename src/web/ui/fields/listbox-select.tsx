import { useRef, useState } from 'react'
import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import popup from '#web/ui/overlays/popup.module.css'
import styles from './listbox-select.module.css'

interface ListboxSelectProps {
  /** Read out. */
  label: string
  /** What the button shows. */
  text: string
  options: readonly { value: string; label: string }[]
  /** Values of the options. */
  chosen: readonly string[]
  /** Several at once; the list stays open. Otherwise the answer has one value. */
  many?: boolean
  onChange: (values: string[]) => void
  /** There is a choice that is not the usual one. */
  marked?: boolean
}

/** A button that opens a list to choose from, with the list beside it. */
export function ListboxSelect({
  label,
  text,
  options,
  chosen,
  many = false,
  onChange,
  marked = false,
}: ListboxSelectProps) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div ref={box} className={styles.box}>
      <Select.Root<string, true>
        multiple
        modal={false}
        open={open}
        onOpenChange={setOpen}
        value={chosen}
        onValueChange={(values) => {
          onChange(many ? values : values.filter((value) => !chosen.includes(value)))
          if (!many) setOpen(false)
        }}
      >
        <Select.Trigger className={classNames(styles.trigger, marked && styles.marked)} aria-label={label}>
          <span className={styles.text}>{text}</span>
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </Select.Trigger>
        {/* In the landmark of its button: no content may lie outside of all landmarks. */}
        <Select.Portal container={box}>
          <Select.Positioner
            className={popup.positioner}
            side="bottom"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            alignItemWithTrigger={false}
          >
            <Select.Popup className={classNames(popup.surface, popup.beside, styles.popup)}>
              <Select.List className={styles.list} aria-label={label}>
                {options.map((option) => (
                  <Select.Item key={option.value} value={option.value} className={popup.item}>
                    <Select.ItemText className={styles.itemText}>{option.label}</Select.ItemText>
                    <Select.ItemIndicator className={styles.check}>
                      <Check size={18} aria-hidden="true" />
                    </Select.ItemIndicator>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </div>
  )
}
