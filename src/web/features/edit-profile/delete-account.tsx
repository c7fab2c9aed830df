import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { leaveSession } from '#web/features/accounts/leave-session.ts'
import { loadPage } from '#web/lib/page-load.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { deleteAccountMutation } from './edit-profile.api.ts'

interface DeleteAccountProps {
  userId: string
  /** The account is gone, and what is in the form with it. */
  onDeleted: () => void
}

export function DeleteAccount({ userId, onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation()
  const remove = useMutation(deleteAccountMutation(userId))

  const press = async () => {
    const sure = await confirm({
      title: t('editProfile.delete.question'),
      text: t('editProfile.delete.text'),
      confirmLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync()
    } catch {
      toast.error(t('editProfile.delete.failed'))
      return
    }
    onDeleted()
    await leaveSession(loadPage)
  }

  return (
    <Button
      variant="danger"
      icon={<Trash2 />}
      busy={remove.isPending || remove.isSuccess}
      onClick={() => void press()}
    >
      {t('editProfile.delete.action')}
    </Button>
  )
}
