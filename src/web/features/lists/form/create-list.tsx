import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { useBack } from '#web/lib/use-back.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { createListMutation } from '#web/features/lists/lists.api.ts'
import { listDraftKey, useListDraft, useListForm, type ListDraft } from './list-draft.ts'
import { ListForm, ListFormSkeleton } from './list-form.tsx'
import { emptyList, newListOf } from './list-values.ts'

/** Most films of a new list; more can be added later. */
const maxFilms = 500

export function CreateList({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const back = useBack(paths.profile())
  const draftKey = listDraftKey(userId, null)
  const draft = useListDraft(draftKey)
  if (draft !== undefined)
    return <CreateForm userId={userId} draftKey={draftKey} draft={draft} onBack={back} />
  return (
    <>
      <TopBar title={t('listForm.create')} onBack={back} />
      <ListFormSkeleton />
    </>
  )
}

interface CreateFormProps {
  userId: string
  draftKey: string
  draft: ListDraft | null
  onBack: () => void
}

function CreateForm({ userId, draftKey, draft, onBack }: CreateFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useListForm(draftKey, emptyList, null, draft)
  const create = useMutation(createListMutation(queryClient))
  const failedText = t('lists.createFailed')
  return (
    <ListForm
      userId={userId}
      heading={t('listForm.create')}
      form={form}
      maxFilms={maxFilms}
      fullText={t('listForm.fullAtFirst', { most: maxFilms })}
      failedText={failedText}
      send={async () => {
        const list = newListOf(form.current().values)
        await create.mutateAsync({
          list,
          idempotencyKey: form.attemptKey(list),
          draft: { of: 'lists', key: draftKey, held: form.current() },
        })
        return true
      }}
      onSaved={onBack}
      onFailed={() => toast.error(failedText)}
      onBack={onBack}
    />
  )
}
