import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { saveListMutation, type ListDetail } from './list.api.ts'

export function useSaveList({ _id, savedByMe }: Pick<ListDetail, '_id' | 'savedByMe'>): () => void {
  const { t } = useTranslation()
  const save = saveListMutation(useQueryClient(), _id)
  return useToggle(save, savedByMe, { failed: t('list.saveFailed') }).press
}
