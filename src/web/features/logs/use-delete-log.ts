import { useQueryClient } from '@tanstack/react-query'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { deleteLogMutation } from './logs.api.ts'

/** Deletes a log of the film after a question; `text` says what goes with it. */
export function useDeleteLog(filmId: number) {
  const { t } = useTranslation()
  const remove = useExclusiveMutation(deleteLogMutation(useQueryClient(), filmId))
  const deleteLog = async (logId: string, text: string) => {
    if (remove.isRunning()) return
    const sure = await confirmDanger({
      title: t('film.deleteQuestion'),
      text,
      confirmLabel: t('common.delete'),
    })
    if (!sure) return
    remove.mutate(logId, {
      onSuccess: () => toast.success(t('film.deleted')),
      onError: () => toast.error(t('film.deleteFailed')),
    })
  }
  return { deleteLog, isPending: remove.isPending }
}
