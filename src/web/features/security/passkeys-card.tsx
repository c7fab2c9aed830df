import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import type { Passkey } from '#shared/api/security.ts'
import { deviceOf } from '#shared/device-name.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { nameOfDevice } from '#web/features/accounts/device-list.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Card } from './card.tsx'
import { isGivenUp } from './given-up.ts'
import { KeyRow } from './key-row.tsx'
import { hasPasskeys } from './passkey.ts'
import { addPasskeyMutation, removePasskeyMutation, renamePasskeyMutation } from './security.api.ts'
import styles from './security.module.css'

/** The passkeys that open the account. */
export function PasskeysCard({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation()
  const add = useMutation(addPasskeyMutation(useQueryClient()))
  const device = deviceOf(navigator.userAgent)
  const name = device.browser || device.system ? nameOfDevice(device, t) : t('security.passkeys.unnamed')
  const failed = add.error && !isGivenUp(add.error)
  return (
    <Card title={t('security.passkeys.title')}>
      <p className={styles.muted}>
        {t(passkeys.length > 0 ? 'security.passkeys.text' : 'security.passkeys.empty')}
      </p>
      {passkeys.length > 0 ? (
        <Rows>
          {passkeys.map((passkey) => (
            <Row key={passkey.id}>
              <PasskeyRow passkey={passkey} />
            </Row>
          ))}
        </Rows>
      ) : null}
      {failed ? <InlineError text={errorText(add.error, 'errors.auth.passkey_failed')} /> : null}
      {hasPasskeys() ? (
        <Button
          variant="secondary"
          icon={<Plus />}
          busy={add.isPending}
          onClick={() => add.mutate(name, { onSuccess: () => toast.success(t('security.passkeys.done')) })}
        >
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <p className={styles.fact}>{t('security.passkeys.unsupported')}</p>
      )}
    </Card>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t, locale } = useTranslation()
  const { id, name, createdAt, usedAt, backedUp } = passkey
  const remove = useMutation(removePasskeyMutation(useQueryClient(), id))
  const rename = useMutation(renamePasskeyMutation(useQueryClient(), id))

  const press = async () => {
    const sure = await confirmDanger({
      title: t('security.passkeys.question'),
      text: t('security.passkeys.questionText', { name }),
      confirmLabel: t('security.passkeys.remove'),
    })
    if (!sure) return
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('security.passkeys.removed')),
      onError: failureToast('common.saveFailed'),
    })
  }
  return (
    <KeyRow
      icon={<KeyRound />}
      name={name}
      rename={{
        label: t('security.passkeys.rename', { name }),
        fieldLabel: t('security.passkeys.name'),
        onName: rename.mutateAsync,
      }}
      remove={{
        label: t('security.passkeys.remove'),
        namedLabel: t('security.passkeys.removeNamed', { name }),
        busy: remove.isPending,
        onPress: () => void press(),
      }}
    >
      {t('security.passkeys.added', { date: formatDate(createdAt, locale) })}
      {' · '}
      {usedAt === null ? (
        t('security.passkeys.unused')
      ) : (
        <TextWithSlot text={t('security.passkeys.used', { time: slot })}>
          <Age at={usedAt} />
        </TextWithSlot>
      )}
      {backedUp ? ` · ${t('security.passkeys.synced')}` : null}
    </KeyRow>
  )
}
