import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Security } from '#shared/api/security.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { RowTexts } from '#web/ui/layout/rows.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Card } from './card.tsx'
import { SecondStepDialog, type SecondStepStart } from './second-step-dialog.tsx'
import {
  renewRecoveryCodesMutation,
  setUpSecondStepMutation,
  turnOffSecondStepMutation,
} from './security.api.ts'
import styles from './security.module.css'

interface SecondStepCardProps {
  secondStep: Security['secondStep']
  email: string
}

/** Codes of an app, after the password. */
export function SecondStepCard({ secondStep, email }: SecondStepCardProps) {
  const { t, locale } = useTranslation()
  const queryClient = useQueryClient()
  const setUp = useMutation(setUpSecondStepMutation(queryClient))
  const renew = useMutation(renewRecoveryCodesMutation(queryClient))
  const turnOff = useMutation(turnOffSecondStepMutation(queryClient))
  const [start, setStart] = useState<SecondStepStart | null>(null)
  const fail = failureToast('common.saveFailed')
  const pressOff = async () => {
    const sure = await confirmDanger({
      title: t('security.codes.offQuestion'),
      text: t('security.codes.offText'),
      confirmLabel: t('security.codes.turnOff'),
    })
    if (!sure) return
    turnOff.mutate(undefined, {
      onSuccess: () => toast.success(t('security.codes.isOff')),
      onError: fail,
    })
  }
  return (
    <Card title={t('security.codes.title')}>
      {secondStep ? (
        <>
          <RowTexts
            name={t('security.codes.on', { date: formatDate(secondStep.since, locale) })}
            fact={
              <span className={secondStep.recoveryCodesLeft < 3 ? styles.waiting : undefined}>
                {t('security.codes.left', { count: secondStep.recoveryCodesLeft })}
              </span>
            }
          />
          <div className={styles.actions}>
            <Button
              variant="secondary"
              busy={renew.isPending}
              onClick={() =>
                renew.mutate(undefined, {
                  onSuccess: ({ recoveryCodes }) => setStart({ codes: recoveryCodes }),
                  onError: fail,
                })
              }
            >
              {t('security.codes.renew')}
            </Button>
            <Button variant="secondary" busy={turnOff.isPending} onClick={() => void pressOff()}>
              {t('security.codes.turnOff')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.muted}>{t('security.codes.text')}</p>
          <Button
            variant="secondary"
            busy={setUp.isPending}
            onClick={() => setUp.mutate(undefined, { onSuccess: (app) => setStart({ app }), onError: fail })}
          >
            {t('security.codes.turnOn')}
          </Button>
        </>
      )}
      <SecondStepDialog start={start} email={email} onClose={() => setStart(null)} />
    </Card>
  )
}
