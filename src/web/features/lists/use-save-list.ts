import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/toast.tsx'
import { saveListMutation, type ListDetail } from './list.api.ts'

/** Saves another member's list, or takes it off those saved; taps while one is under way do nothing. */
export function useSaveList({ _id, savedByMe }: Pick<ListDetail, '_id' | 'savedByMe'>): () => void {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutationKey, ...saving } = saveListMutation(queryClient, _id)
  const save = useMutation({ mutationKey, ...saving })
  return () => {
    if (queryClient.isMutating({ mutationKey }) > 0) return
    save.mutate(!savedByMe, { onError: () => toast.error(t('list.saveFailed')) })
  }
}
