import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'soft' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

/** The look of a button for an element that is not one, such as a link. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return [styles.button, styles[variant], styles[size]].join(' ')
}

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** While true a press does nothing, the width is kept and a spinner covers the label. */
  busy?: boolean | undefined
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  busy = false,
  icon,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(variant, size), busy && styles.busy, className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => press(event, busy, onClick)}
    >
      <span className={styles.content}>
        {icon === undefined || icon === null ? null : (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <span className={styles.label}>{children}</span>
      </span>
      {busy ? <Spinner className={styles.spinner} /> : null}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  /** The accessible name. */
  label: string
  icon: ReactNode
  /** Makes it a toggle button. */
  pressed?: boolean | undefined
  variant?: 'ghost' | 'overlay' | 'filled' | undefined
  busy?: boolean | undefined
}

export function IconButton({
  label,
  icon,
  pressed,
  variant = 'ghost',
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.iconButton, styles[`${variant}Icon`], className)}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => press(event, busy, onClick)}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
    </button>
  )
}

function press(
  event: MouseEvent<HTMLButtonElement>,
  busy: boolean,
  onClick: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined,
): void {
  if (busy) {
    // Also keeps a busy submit button from sending the form again.
    event.preventDefault()
    return
  }
  onClick?.(event)
}
