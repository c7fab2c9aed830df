import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { leaveSession } from '#web/features/accounts/use-logout.ts'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { isGivenUp } from '#web/features/security/given-up.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { deleteAccountMutation } from './edit-profile.api.ts'

interface DeleteAccountProps {
  userId: string
  /** The account is gone, and what is in a form with it. */
  onDeleted?: () => void
}

/** Deletes one's own account, once the member is sure and has said who they are. */
export function DeleteAccount({ userId, onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation()
  const remove = useMutation(deleteAccountMutation(userId))

  const press = async () => {
    const sure = await confirmDanger({
      title: t('editProfile.delete.question'),
      text: t('editProfile.delete.text'),
      confirmLabel: t('common.delete'),
    })
    if (!sure) return
    try {
      await remove.mutateAsync()
    } catch (error) {
      if (!isGivenUp(error)) toast.error(t('editProfile.delete.failed'))
      return
    }
    onDeleted?.()
    await leaveSession('account-deleted')
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
