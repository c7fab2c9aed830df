import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { webhookEvents, type Webhook, type WebhookEvent } from '#shared/api/webhooks.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { Card } from '#web/features/security/card.tsx'
import { isGivenUp } from '#web/features/security/given-up.ts'
import { SecretOnce } from '#web/features/security/secret-once.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { WarningLine } from '#web/ui/feedback/warning-line.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import styles from './keys.module.css'
import {
  createWebhookMutation,
  deleteWebhookMutation,
  renewSecretMutation,
  resumeWebhookMutation,
  testWebhookMutation,
} from './webhooks.api.ts'

/** Addresses that are told what the member does, and a form for one more. */
export function WebhooksCard({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Card title={t('webhooks.title')}>
      <p className={styles.muted}>{t('webhooks.text')}</p>
      {secret === null ? null : (
        <SecretOnce
          key={secret}
          secret={secret}
          label={t('webhooks.secret.label')}
          warning={t('webhooks.secret.once')}
          copyLabel={t('webhooks.secret.copy')}
          copied={t('webhooks.secret.copied')}
          onDone={() => setSecret(null)}
        />
      )}
      {webhooks.map((webhook) => (
        <WebhookPart key={webhook.id} webhook={webhook} onSecret={setSecret} />
      ))}
      <NewWebhook onSecret={setSecret} />
    </Card>
  )
}

function NewWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const create = useMutation(createWebhookMutation(useQueryClient()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || url.trim() === '' || events.length === 0) return
    create.mutate(
      { url: url.trim(), events: webhookEvents.filter((one) => events.includes(one)) },
      {
        onSuccess: ({ secret }) => {
          onSecret(secret)
          setUrl('')
        },
      },
    )
  }
  return (
    <form className={classNames(styles.form, styles.newWebhook)} onSubmit={submit} noValidate>
      <TextField
        label={t('webhooks.address')}
        name="webhook-url"
        type="url"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        maxLength={500}
        placeholder="https://"
        value={url}
        error={
          create.error && !isGivenUp(create.error) ? failureText(create.error, 'common.notDone') : undefined
        }
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{t('webhooks.events')}</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            name={event}
            label={t(event === 'log.created' ? 'webhooks.kinds.log' : 'webhooks.kinds.list')}
            checked={events.includes(event)}
            onChange={(on) => setEvents(on ? [...events, event] : events.filter((one) => one !== event))}
          />
        ))}
      </fieldset>
      {events.length === 0 ? <InlineError text={t('webhooks.noEvents')} /> : null}
      <Button type="submit" variant="secondary" busy={create.isPending}>
        {t('webhooks.add')}
      </Button>
    </form>
  )
}

const kindKeys = {
  'log.created': 'webhooks.kinds.log',
  'list.changed': 'webhooks.kinds.list',
  'webhook.test': 'webhooks.kinds.test',
} as const

function WebhookPart({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, url, events, pausedAt, deliveries } = webhook
  const test = useMutation(testWebhookMutation(queryClient, id))
  const resume = useMutation(resumeWebhookMutation(queryClient, id))
  const renew = useMutation(renewSecretMutation(queryClient, id))
  const remove = useMutation(deleteWebhookMutation(queryClient, id))
  const onError = failureToast('common.notDone')
  const part = useRef<HTMLDivElement>(null)
  useRowFocus(part)
  const press = async () => {
    const sure = await confirmDanger({
      title: t('webhooks.remove.question'),
      text: t('webhooks.remove.text'),
      confirmLabel: t('webhooks.remove.action'),
    })
    if (sure) remove.mutate(undefined, { onError })
  }
  return (
    <div ref={part} className={styles.webhook}>
      <p className={styles.address} dir="ltr">
        {url}
      </p>
      <p className={styles.fact}>{events.map((event) => t(kindKeys[event])).join(' · ')}</p>
      {pausedAt === null ? null : <WarningLine>{t('webhooks.paused')}</WarningLine>}
      <ol className={styles.deliveries}>
        {deliveries.map(({ id: key, type, at, state, status, fault, nextAt }) => (
          <li key={key}>
            {t(kindKeys[type])}{' '}
            <span className={styles.fact}>
              <Age at={at} /> · {t(`webhooks.states.${state}`)}
              {status === null ? null : (
                <>
                  {' '}
                  · <bdi dir="ltr">{status}</bdi>
                </>
              )}
              {fault === null ? null : <> · {t(`webhooks.faults.${fault}`)}</>}
              {nextAt === null || (status === null && fault === null) ? null : <> · {t('webhooks.again')}</>}
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        {pausedAt === null ? (
          <Button
            variant="secondary"
            size="sm"
            busy={test.isPending}
            onClick={() => test.mutate(undefined, { onError })}
          >
            {t('webhooks.test')}
          </Button>
        ) : (
          <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate(undefined, { onError })}>
            {t('webhooks.resume')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={renew.isPending}
          onClick={() => renew.mutate(undefined, { onSuccess: ({ secret }) => onSecret(secret), onError })}
        >
          {t('webhooks.renew')}
        </Button>
        <Button variant="secondary" size="sm" busy={remove.isPending} onClick={() => void press()}>
          {t('webhooks.remove.action')}
        </Button>
      </div>
    </div>
  )
}
