import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Merge, Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { foldText } from '#shared/matching/fold.ts'
import { maxTagLength, parseTags, tagKey } from '#shared/tags.ts'
import { isolated } from '#shared/isolated.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { changeTagMutation, memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './tags.module.css'

interface TagMenuProps {
  userId: string
  tag: string
  /** How many logs and lists have it. */
  uses: number
  onLeave: (to: string | null) => void
}

/** What the owner does with a tag of all logs and lists at once. */
export function TagMenu({ userId, tag, uses, onLeave }: TagMenuProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: tags = [] } = useQuery(memberTagsQuery(userId))
  const change = useExclusiveMutation(changeTagMutation(queryClient, userId, tag))
  const [form, setForm] = useState<'rename' | 'merge'>('rename')
  // The form stays what it was while the sheet closes.
  const [open, setOpen] = useState(false)
  const others = tags.map((one) => one.tag).filter((one) => tagKey(one) !== tagKey(tag))
  const shown = (name: string) => isolated(`#${name}`)

  const show = (chosen: typeof form) => {
    setForm(chosen)
    setOpen(true)
  }

  function save(to: string | null) {
    change.mutate(to, {
      onSuccess: () => {
        toast.success(t(to === null ? 'tags.removed' : 'tags.changed'))
        setOpen(false)
        onLeave(to)
      },
      onError: failureToast('common.saveFailed'),
    })
  }

  async function merge(to: string) {
    const sure = await confirmDanger({
      title: t('tags.mergeQuestion'),
      text: t('tags.mergeText', { tag: shown(tag), to: shown(to) }),
      confirmLabel: t('tags.mergeConfirm'),
    })
    if (sure) save(to)
  }

  async function remove() {
    const sure = await confirmDanger({
      title: t('tags.removeQuestion', { tag: shown(tag) }),
      text: t('tags.removeText', { count: uses }),
      confirmLabel: t('tags.removeConfirm'),
    })
    if (sure) save(null)
  }

  return (
    <>
      <Menu
        label={t('common.moreOptions')}
        items={[
          { label: t('tags.rename'), icon: <Pencil size={20} />, onSelect: () => show('rename') },
          ...(others.length === 0
            ? []
            : [{ label: t('tags.merge'), icon: <Merge size={20} />, onSelect: () => show('merge') }]),
          {
            label: t('tags.remove'),
            icon: <Trash2 size={20} />,
            danger: true,
            onSelect: () => void remove(),
          },
        ]}
      />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t(form === 'merge' ? 'tags.merge' : 'tags.rename')}
      >
        {form === 'merge' ? (
          <MergeForm tags={others} onChoose={(to) => void merge(to)} />
        ) : (
          <RenameForm
            tag={tag}
            others={others}
            busy={change.isPending}
            onSave={(to) => {
              if (others.some((one) => tagKey(one) === tagKey(to))) void merge(to)
              else save(to)
            }}
          />
        )}
      </Sheet>
    </>
  )
}

interface RenameFormProps {
  tag: string
  others: readonly string[]
  busy: boolean
  onSave: (to: string) => void
}

function RenameForm({ tag, others, busy, onSave }: RenameFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(tag)
  const names = parseTags(text)
  const [name = ''] = names
  const isOne = names.length === 1 && !text.includes(',')
  const joins = isOne && others.some((one) => tagKey(one) === tagKey(name))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isOne && name !== tag) onSave(name)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('tags.name')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={maxTagLength}
        dir="auto"
        data-autofocus=""
        hint={joins ? t('tags.joins') : undefined}
        error={text.includes(',') ? t('tags.comma') : undefined}
      />
      <Button type="submit" busy={busy} disabled={!isOne || name === tag}>
        {t('tags.save')}
      </Button>
    </form>
  )
}

interface MergeFormProps {
  tags: readonly string[]
  onChoose: (tag: string) => void
}

function MergeForm({ tags, onChoose }: MergeFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const folded = foldText(text)
  return (
    <div className={styles.form}>
      <SearchField
        label={t('tags.find')}
        clearLabel={t('search.clear')}
        value={text}
        onChange={setText}
        maxLength={maxTagLength}
        data-autofocus=""
      />
      <TagList
        label={t('tags.title')}
        tags={tags.filter((tag) => foldText(tag).includes(folded))}
        onChoose={onChoose}
      />
    </div>
  )
}
