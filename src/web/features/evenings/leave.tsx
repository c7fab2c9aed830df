import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { leaveEveningMutation } from './evenings.api.ts'

export function Leave({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const leave = useMutation(leaveEveningMutation(code))
  return (
    <Button
      variant="ghost"
      busy={leave.isPending}
      onClick={() =>
        leave.mutate(undefined, {
          onSuccess: () => {
            queryClient.removeQueries({ queryKey: ['evenings'] })
            void navigate(paths.tonight())
          },
          onError: failureToast('common.notDone'),
        })
      }
    >
      {t('tonight.leave')}
    </Button>
  )
}
