import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { failureText } from '#web/features/failures/failures.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { SaveNote } from '#web/features/settings/save-note.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Radio } from '#web/ui/fields/radio.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { lockAccountMutation, requestCountQuery } from './follow-requests.api.ts'
import styles from './follow-requests.module.css'

/** Whether members ask before they follow. Unlocking asks what becomes of those who wait. */
export function LockedAccount({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { data: member } = useQuery(memberQuery(memberId))
  const { data: requests } = useQuery(requestCountQuery(memberId))
  const [asking, setAsking] = useState(false)
  const lock = useMutation(lockAccountMutation(useQueryClient(), memberId))
  const change = (locked: boolean) => {
    if (lock.isPending) return
    if (!locked && requests && requests.count > 0) setAsking(true)
    else lock.mutate({ locked })
  }
  return (
    <div className={styles.locked}>
      <Switch
        label={t('requests.lockedAccount')}
        checked={member?.locked ?? false}
        disabled={!member}
        onChange={change}
        note={<SaveNote save={lock} />}
      />
      <p className={styles.hint}>{t('requests.hint')}</p>
      {asking ? <UnlockDialog memberId={memberId} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

const answers = ['accept', 'decline', 'keep'] as const
const labels = { accept: 'acceptAll', decline: 'declineAll', keep: 'keep' } as const

function UnlockDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<(typeof answers)[number]>('accept')
  const lock = useMutation(lockAccountMutation(useQueryClient(), memberId))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!lock.isPending) lock.mutate({ locked: false, requests: chosen }, { onSuccess: onClose })
  }
  return (
    <Sheet
      open
      onClose={() => {
        if (!lock.isPending) onClose()
      }}
      title={t('requests.question')}
    >
      <form className={styles.form} onSubmit={submit}>
        <p>{t('requests.questionText')}</p>
        <div role="radiogroup" aria-label={t('requests.question')}>
          {answers.map((answer) => (
            <Radio
              key={answer}
              name="requests"
              checked={chosen === answer}
              onChange={() => setChosen(answer)}
            >
              {t(`requests.${labels[answer]}`)}
            </Radio>
          ))}
        </div>
        {lock.error ? <InlineError text={failureText(lock.error, 'common.notDone')} /> : null}
        <Button type="submit" busy={lock.isPending}>
          {t('requests.save')}
        </Button>
      </form>
    </Sheet>
  )
}
