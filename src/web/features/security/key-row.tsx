import { Pencil } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { failureText } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { RowIcon, RowTexts } from '#web/ui/layout/rows.tsx'
import styles from './security.module.css'

interface Renaming {
  /** The name of the pencil button. */
  label: string
  fieldLabel: string
  /** Resolves when the new name is kept. */
  onName: (name: string) => Promise<unknown>
}

interface KeyRowProps {
  icon: ReactNode
  name: string
  /** What is known of it. */
  children: ReactNode
  /** Left out where it has no name of its own. */
  rename?: Renaming | undefined
  remove: { label: string; namedLabel: string; busy: boolean; onPress: () => void }
  /** Before the button that removes it. */
  actions?: ReactNode
}

/** One of the keys to an account: what it is, since when, and how to be rid of it. */
export function KeyRow({ icon, name, children, rename, remove, actions }: KeyRowProps) {
  const [renaming, setRenaming] = useState(false)
  const [wasRenamed, setWasRenamed] = useState(false)
  const endRenaming = () => {
    setRenaming(false)
    setWasRenamed(true)
  }
  if (rename && renaming) return <RenameForm name={name} rename={rename} onEnd={endRenaming} />
  return (
    <>
      <RowIcon>{icon}</RowIcon>
      <RowTexts name={<bdi>{name}</bdi>} fact={children} />
      <div className={styles.keyActions}>
        {rename ? (
          <IconButton
            // It comes back in the place of the form, which had the focus.
            ref={wasRenamed ? takeFocus : undefined}
            label={rename.label}
            icon={<Pencil />}
            onClick={() => setRenaming(true)}
          />
        ) : null}
        {actions}
        <Button
          variant="secondary"
          size="sm"
          busy={remove.busy}
          aria-label={remove.namedLabel}
          onClick={remove.onPress}
        >
          {remove.label}
        </Button>
      </div>
    </>
  )
}

interface RenameFormProps {
  name: string
  rename: Renaming
  onEnd: () => void
}

/** Takes the place of the row. */
function RenameForm({ name, rename, onEnd }: RenameFormProps) {
  const { t } = useTranslation()
  const [next, setNext] = useState(name)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || next.trim() === '') return
    if (next.trim() === name) {
      onEnd()
      return
    }
    setPending(true)
    try {
      await rename.onName(next.trim())
      onEnd()
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isPending) onEnd()
  }
  return (
    <form className={styles.rename} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={rename.fieldLabel}
        name="name"
        maxLength={60}
        autoComplete="off"
        // The form takes the place of the pencil that was pressed.
        ref={takeFocus}
        value={next}
        error={error ? failureText(error, 'common.saveFailed') : undefined}
        onChange={(event) => setNext(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={leave}
      />
      <Button type="submit" size="sm" busy={isPending}>
        {t('security.save')}
      </Button>
      <Button variant="ghost" size="sm" onClick={onEnd}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}
