import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { createListMutation, type ListedFilm } from './add-to-list.api.ts'
import styles from './new-list.module.css'

const maxTitleLength = 200

/** A new list that begins with the film. What was typed stays until the list is there. */
export function NewList({ film }: { film: ListedFilm }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const attempt = useRef({ content: '', key: '' })
  const create = useExclusiveMutation(createListMutation(useQueryClient()))

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const name = title.trim()
    if (name === '' || create.isRunning()) return
    const content = JSON.stringify([name, isPrivate])
    if (attempt.current.content !== content) attempt.current = { content, key: uuid() }
    create.mutate(
      {
        list: { title: name, isPrivate, isRanked: false, movies: [{ ...film }] },
        idempotencyKey: attempt.current.key,
      },
      {
        onSuccess: () => {
          toast.success(t('lists.addedTo', { title: name }))
          setTitle('')
          setPrivate(false)
          setOpen(false)
        },
        onError: () => toast.error(t('lists.createFailed')),
      },
    )
  }

  if (!isOpen)
    return (
      <Button variant="secondary" icon={<Plus size={20} />} onClick={() => setOpen(true)}>
        {t('lists.new')}
      </Button>
    )
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextField
        // The press that opened the form asked for it.
        ref={(field) => field?.focus()}
        label={t('lists.title')}
        value={title}
        maxLength={maxTitleLength}
        dir="auto"
        onChange={(event) => setTitle(event.target.value)}
      />
      <Switch label={t('lists.makePrivate')} checked={isPrivate} onChange={setPrivate} />
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={title.trim() === ''} busy={create.isPending}>
          {t('lists.save')}
        </Button>
      </div>
    </form>
  )
}
