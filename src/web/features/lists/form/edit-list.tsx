import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { ApiError, isRefusal } from '#web/lib/api.ts'
import { useBack } from '#web/lib/use-back.ts'
import { alert } from '#web/ui/overlays/alert.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { listDraftKey, rebase, useListDraft, useListForm, type ListDraft } from './list-draft.ts'
import { ListForm, ListFormSkeleton } from './list-form.tsx'
import {
  updateListMutation,
  listQuery,
  wholeListQuery,
  type ListDetail,
} from '#web/features/lists/lists.api.ts'
import { isFromList } from './list-history-state.ts'
import { changesOf, isChanged, valuesOf } from './list-values.ts'

const maxFilms = 5000

/** No such list, or nothing of it that the viewer may see. */
const isMissing = (error: Error | null) => isRefusal(error) && [400, 403, 404].includes(error.status)

interface EditListProps {
  listId: string
  userId: string
}

/** Changes one's own list, or the films of one that one edits; everybody else is sent home. */
export function EditList({ listId, userId }: EditListProps) {
  const { t } = useTranslation()
  const back = useBack(paths.list(listId))
  const draftKey = listDraftKey(userId, listId)
  const draft = useListDraft(draftKey)
  const list = useQuery(wholeListQuery(listId))
  const [isOpen, setOpen] = useState(false)
  // What another screen left in the cache may be stale; it is better than nothing where no newer answer comes.
  if (!isOpen && list.data && !list.isFetching && draft !== undefined) setOpen(true)

  const mayEdit = list.data && (list.data.user._id === userId || list.data.editing === 'editor')
  if (list.data ? !mayEdit : isMissing(list.error)) {
    return <Navigate to={paths.home()} replace />
  }
  if (isOpen && list.data && draft !== undefined) {
    return <EditForm list={list.data} draftKey={draftKey} draft={draft} onBack={back} />
  }
  return (
    <>
      <TopBar title={t('listForm.edit')} onBack={back} />
      {list.isError && !list.data ? (
        <ReadingColumn>
          <LoadFailed error={list.error} onRetry={list.refetch} />
        </ReadingColumn>
      ) : (
        <ListFormSkeleton />
      )}
    </>
  )
}

interface EditFormProps {
  list: ListDetail
  draftKey: string
  draft: ListDraft | null
  onBack: () => void
}

function EditForm({ list, draftKey, draft, onBack }: EditFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const queryClient = useQueryClient()
  const form = useListForm(draftKey, valuesOf(list), list.updatedAt, draft)
  const change = useMutation(updateListMutation(queryClient, list._id))
  const failedText = t('listForm.updateFailed')

  /** The list changed elsewhere: joins both. True when it has become what the form holds. */
  const join = async (): Promise<boolean> => {
    const theirs = await queryClient.fetchQuery({ ...wholeListQuery(list._id), staleTime: 0 })
    void queryClient.invalidateQueries({ queryKey: listQuery(list._id).queryKey, exact: true })
    const held = rebase(form.current(), valuesOf(theirs), theirs.updatedAt)
    form.put(held)
    // A save whose answer was lost.
    if (!isChanged(held.base, held.values)) return true
    await alert({ title: failedText, text: t('listForm.joined'), okLabel: t('common.ok') })
    return false
  }

  const send = async (): Promise<boolean> => {
    const { base, basedOn, values } = form.current()
    if (!isChanged(base, values)) return true
    try {
      await change.mutateAsync({
        changes: { ...changesOf(base, values), ...(basedOn === null ? {} : { basedOn }) },
        title: values.title,
        draft: { of: 'lists', key: draftKey, held: form.current() },
      })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'list.changed') return join()
      throw error
    }
  }

  return (
    <ListForm
      userId={list.user._id}
      filmsOnly={list.editing === 'editor'}
      heading={t('listForm.edit')}
      form={form}
      maxFilms={maxFilms}
      fullText={t('errors.list.full')}
      failedText={failedText}
      send={send}
      onSaved={() => {
        if (isFromList(state)) void navigate(-1)
        else void navigate(paths.list(list._id), { replace: true })
      }}
      onFailed={(reason) =>
        void alert({
          title: failedText,
          ...(reason === null ? {} : { text: reason }),
          okLabel: t('common.ok'),
        })
      }
      onBack={onBack}
    />
  )
}
