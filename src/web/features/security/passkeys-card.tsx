import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Passkey } from '#shared/api/security.ts'
import { deviceOf } from '#shared/device-name.ts'
import { nameOfDevice } from '#web/features/accounts/device-list.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Card } from './card.tsx'
import { isGivenUp } from './given-up.ts'
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
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <PasskeyRow passkey={passkey} />
            </li>
          ))}
        </ul>
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
  const [renaming, setRenaming] = useState(false)
  const [wasRenamed, setWasRenamed] = useState(false)
  const remove = useMutation(removePasskeyMutation(useQueryClient(), id))

  const endRenaming = () => {
    setRenaming(false)
    setWasRenamed(true)
  }
  const press = async () => {
    const sure = await confirm({
      title: t('security.passkeys.question'),
      text: t('security.passkeys.questionText', { name }),
      confirmLabel: t('security.passkeys.remove'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('security.passkeys.removed')),
      onError: (error) => {
        if (!isGivenUp(error)) toast.error(errorText(error, 'security.notDone'))
      },
    })
  }
  if (renaming) return <RenameForm passkey={passkey} onEnd={endRenaming} />
  return (
    <>
      <KeyRound className={styles.icon} aria-hidden="true" />
      <div className={styles.texts}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.fact}>
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
        </span>
      </div>
      <div className={styles.actions}>
        <IconButton
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that had the focus is gone
          autoFocus={wasRenamed}
          label={t('security.passkeys.rename', { name })}
          icon={<Pencil />}
          onClick={() => setRenaming(true)}
        />
        <Button
          variant="secondary"
          size="sm"
          busy={remove.isPending}
          aria-label={t('security.passkeys.removeNamed', { name })}
          onClick={() => void press()}
        >
          {t('security.passkeys.remove')}
        </Button>
      </div>
    </>
  )
}

/** In the place of the row. */
function RenameForm({ passkey: { id, name }, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const { t } = useTranslation()
  const [next, setNext] = useState(name)
  const rename = useMutation(renamePasskeyMutation(useQueryClient(), id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending || next.trim() === '') return
    if (next.trim() === name) onEnd()
    else rename.mutate(next.trim(), { onSuccess: onEnd })
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !rename.isPending) onEnd()
  }
  return (
    <form className={styles.rename} onSubmit={submit} noValidate>
      <TextField
        label={t('security.passkeys.name')}
        name="name"
        maxLength={60}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever pressed the pencil wants to type
        autoFocus
        value={next}
        error={rename.error ? errorText(rename.error, 'security.notDone') : undefined}
        onChange={(event) => setNext(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={leave}
      />
      <Button type="submit" size="sm" busy={rename.isPending}>
        {t('security.save')}
      </Button>
      <Button variant="ghost" size="sm" onClick={onEnd}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}
