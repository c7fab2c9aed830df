import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { muteDays } from '#shared/muting.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Radio } from '#web/ui/fields/radio.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { OwnDialogProps } from '#web/ui/overlays/alert-panel.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { muteMutation, unmuteMutation } from './safety.api.ts'
import styles from './safety.module.css'

interface MuteDialogProps extends OwnDialogProps {
  viewerId: string
  member: { _id: string; username: string }
}

type Days = (typeof muteDays)[number]

/** For how long a member is muted, and whether their notifications are as well. */
export function MuteDialog({ open, answer, viewerId, member }: MuteDialogProps) {
  const { t } = useTranslation()
  const name = useId()
  const queryClient = useQueryClient()
  const [days, setDays] = useState<Days>(0)
  const [notifications, setNotifications] = useState(false)
  const mute = useMutation(muteMutation(queryClient, viewerId, member._id))
  const unmute = useMutation(unmuteMutation(queryClient, viewerId))
  // The dialog is gone by then, so callbacks of its own would not be called.
  const undo = () => unmute.mutateAsync(member._id).catch(failureToast('common.saveFailed'))
  const submit = () =>
    mute.mutate(
      { days, notifications },
      {
        onSuccess: () => {
          answer(true)
          toast.show({
            text: t('safety.mute.done', { name: member.username }),
            action: { label: t('safety.undo'), onSelect: () => void undo() },
          })
        },
      },
    )
  return (
    <Sheet
      open={open}
      onClose={() => answer(false)}
      title={t('safety.mute.title', { name: member.username })}
      footer={
        <Button className={styles.submit} busy={mute.isPending} onClick={submit}>
          {t('safety.mute.confirm')}
        </Button>
      }
    >
      <div className={styles.dialog}>
        <p className={styles.muted}>{t('safety.mute.text')}</p>
        <fieldset className={styles.choices} aria-label={t('safety.mute.howLong')}>
          {muteDays.map((choice) => (
            <Radio key={choice} name={name} checked={days === choice} onChange={() => setDays(choice)}>
              <span>{t(`safety.mute.days.${choice}`)}</span>
            </Radio>
          ))}
        </fieldset>
        <Switch label={t('safety.mute.notifications')} checked={notifications} onChange={setNotifications} />
        {mute.isError ? <InlineError text={failureText(mute.error, 'common.saveFailed')} /> : null}
      </div>
    </Sheet>
  )
}
