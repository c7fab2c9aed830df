import { useId, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './file-button.module.css'

interface FileButtonProps extends Omit<
  ComponentPropsWithoutRef<'input'>,
  'type' | 'onChange' | 'size' | 'children'
> {
  accept: string
  onFile: (file: File) => void
  children: ReactNode
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
  /** The name of the chosen file, shown beside the button and part of its description. */
  chosen?: string | undefined
}

/** A native file input that looks like a button. The same file can be chosen again. */
export function FileButton({
  accept,
  onFile,
  children,
  variant = 'secondary',
  size,
  icon,
  chosen,
  className,
  ...input
}: FileButtonProps) {
  const id = useId()
  return (
    <span className={classNames(styles.row, className)}>
      <label className={classNames(buttonClass(variant, size), styles.button)}>
        <input
          {...input}
          type="file"
          accept={accept}
          className={styles.input}
          aria-describedby={chosen ? `${id}-chosen` : undefined}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
        {icon === undefined || icon === null ? null : (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <span>{children}</span>
      </label>
      {chosen ? (
        <bdi className={styles.chosen} id={`${id}-chosen`}>
          {chosen}
        </bdi>
      ) : null}
    </span>
  )
}
