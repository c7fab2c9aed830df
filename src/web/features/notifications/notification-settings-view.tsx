import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import {
  channels,
  reachKinds,
  type Channel,
  type ReachKind,
  type ReachSettings,
} from '#shared/api/notification-settings.ts'
import { localeTags, type Locale } from '#shared/locale.ts'
import { dayMs } from '#shared/durations.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { Card } from '#web/features/security/card.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { detectedZone } from '#web/lib/time-zone.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import {
  digestQuery,
  notificationSettingsQuery,
  removePushMutation,
  turnOnPushMutation,
  updateNotificationSettingsMutation,
} from './notification-settings.api.ts'
import styles from './notification-settings.module.css'
import { pushAbility, PushRefused } from './push.ts'

/** What reaches the member, where and when. */
export function NotificationSettingsView() {
  const { t } = useTranslation()
  const { data, isPending, refetch } = useQuery(notificationSettingsQuery())
  return (
    <ReadingColumn busy={isPending}>
      {isPending ? (
        <>
          <Skeleton height="26rem" radius="var(--radius-card)" />
          <Skeleton height="14rem" radius="var(--radius-card)" />
        </>
      ) : data ? (
        <OnlineOnly label={t('reach.title')}>
          <KindsCard settings={data} />
          <PushCard settings={data} />
          <QuietCard settings={data} />
          {data.hasMail ? <MailCard settings={data} /> : null}
        </OnlineOnly>
      ) : (
        <LoadFailed text={t('reach.failed')} onRetry={refetch} />
      )}
    </ReadingColumn>
  )
}

interface CardProps {
  settings: ReachSettings
}

function useUpdate() {
  const { mutate } = useMutation(updateNotificationSettingsMutation(useQueryClient()))
  return (change: Parameters<typeof mutate>[0]) =>
    mutate(change, { onError: failureToast('common.saveFailed') })
}

/** Kinds of notifications by the ways that they may take. */
function KindsCard({ settings: { reach, hasMail } }: CardProps) {
  const { t } = useTranslation()
  const update = useUpdate()
  const shown = channels.filter((channel) => channel !== 'mail' || hasMail)
  const cell = (channel: Channel, content: ReactNode) => (
    <td key={channel} className={styles.cell} data-channel={t(`reach.channels.${channel}`)}>
      {content}
    </td>
  )
  const labelOf = (kind: ReachKind | 'security', channel: Channel) =>
    t('reach.box', { kind: t(`reach.kinds.${kind}`), channel: t(`reach.channels.${channel}`) })
  return (
    <Card title={t('reach.what')}>
      <div className={styles.kinds}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{t('reach.kind')}</VisuallyHidden>
              </th>
              {shown.map((channel) => (
                <th key={channel} scope="col">
                  {t(`reach.channels.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reachKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`reach.kinds.${kind}`)}</th>
                {shown.map((channel) =>
                  cell(
                    channel,
                    <Checkbox
                      hideLabel
                      label={labelOf(kind, channel)}
                      checked={reach[kind][channel]}
                      onChange={(on) => update({ reach: { [kind]: { [channel]: on } } })}
                    />,
                  ),
                )}
              </tr>
            ))}
            {hasMail ? (
              <tr>
                <th scope="row">{t('reach.kinds.security')}</th>
                {shown.map((channel) =>
                  cell(
                    channel,
                    channel === 'mail' ? (
                      <Checkbox
                        hideLabel
                        label={labelOf('security', channel)}
                        checked
                        disabled
                        onChange={() => undefined}
                      />
                    ) : (
                      '–'
                    ),
                  ),
                )}
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      {hasMail ? <p className={styles.fact}>{t('reach.securityHint')}</p> : null}
    </Card>
  )
}

/** What push sends, before the browser is asked; then the browsers that it reaches. */
function PushCard({ settings: { pushKey, devices } }: CardProps) {
  const { t } = useTranslation()
  const [ability, setAbility] = useState(pushAbility)
  const turnOn = useMutation(turnOnPushMutation(useQueryClient(), pushKey))
  const isOnHere = devices.some(({ isCurrent }) => isCurrent)
  const start = () =>
    turnOn.mutate(undefined, {
      onSuccess: () => toast.success(t('reach.push.on')),
      onError: () => setAbility(pushAbility()),
    })
  return (
    <Card title={t('reach.push.title')}>
      {isOnHere ? null : ability === 'able' ? (
        <>
          <p className={styles.muted}>{t('reach.push.text')}</p>
          <ul className={styles.samples} aria-label={t('reach.push.samples')}>
            {(['comment', 'follow', 'share'] as const).map((sample) => (
              <li key={sample} className={styles.sample}>
                <span>{t(`reach.push.sample.${sample}`)}</span>
                <span className={styles.fact}>{t(`reach.push.about.${sample}`)}</span>
              </li>
            ))}
          </ul>
          {turnOn.error && !(turnOn.error instanceof PushRefused) ? (
            <InlineError text={errorText(turnOn.error, 'reach.push.failed')} />
          ) : null}
          <Button busy={turnOn.isPending} onClick={start}>
            {t('reach.push.turnOn')}
          </Button>
        </>
      ) : (
        <p className={styles.muted} role="status">
          {t(`reach.push.${ability}`)}
        </p>
      )}
      {devices.length === 0 ? null : (
        <ul className={styles.devices} aria-label={t('reach.push.devices')}>
          {devices.map((device) => (
            <PushDevice key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function PushDevice({ device }: { device: ReachSettings['devices'][number] }) {
  const { t } = useTranslation()
  const remove = useMutation(removePushMutation(useQueryClient(), device.id))
  const button = useRef<HTMLButtonElement>(null)
  useRowFocus(button)
  const name =
    device.browser === null || device.system === null
      ? t('settings.sessions.unknown')
      : t('settings.sessions.device', { browser: device.browser, system: device.system })
  return (
    <li className={styles.device}>
      <div>
        <span>{name}</span>
        <span className={styles.fact}>
          {device.isCurrent ? <>{t('settings.sessions.current')} · </> : null}
          <Age at={device.since} />
        </span>
      </div>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        busy={remove.isPending}
        aria-label={t('reach.push.removeNamed', { name })}
        onClick={() => remove.mutate(undefined, { onError: failureToast('common.saveFailed') })}
      >
        {t('reach.push.remove')}
      </Button>
    </li>
  )
}

const nightAtFirst = { from: '22:00', to: '08:00' }

/** Hours without push and mail, by the member's clock. */
function QuietCard({ settings: { quiet, timeZone } }: CardProps) {
  const { t } = useTranslation()
  const update = useUpdate()
  const here = detectedZone()
  const zone = timeZone ?? 'UTC'
  const field = (end: 'from' | 'to') =>
    quiet && (
      <TextField
        // Anew where the server says otherwise.
        key={quiet[end]}
        label={t(`reach.quiet.${end}`)}
        type="time"
        name={`quiet-${end}`}
        required
        defaultValue={quiet[end]}
        onBlur={({ target: { value } }) => {
          if (value !== '' && value !== quiet[end]) update({ quiet: { ...quiet, [end]: value } })
        }}
      />
    )
  return (
    <Card title={t('reach.quiet.title')}>
      <div className={styles.quiet}>
        <Switch
          label={t('reach.quiet.switch')}
          hint={t('reach.quiet.hint')}
          checked={quiet !== null}
          onChange={(on) =>
            update({ quiet: on ? nightAtFirst : null, ...(on && timeZone === null && { timeZone: here }) })
          }
        />
      </div>
      {quiet ? (
        <div className={styles.times}>
          {field('from')}
          {field('to')}
        </div>
      ) : null}
      <p className={styles.line}>
        <span className={styles.fact}>{t('reach.quiet.zone', { zone })}</span>
        {zone === here ? null : (
          <Button variant="ghost" size="sm" onClick={() => update({ timeZone: here })}>
            {t('reach.quiet.zoneUse', { zone: here })}
          </Button>
        )}
      </p>
    </Card>
  )
}

const delays = [5, 15, 30, 60, 180, 720, 1440] as const

const hour = 60

/** `30 minutes`, `3 hours`. */
const durationOf = (minutes: number, locale: Locale) =>
  new Intl.NumberFormat(localeTags[locale], {
    style: 'unit',
    unit: minutes < hour ? 'minute' : 'hour',
    unitDisplay: 'long',
  }).format(minutes < hour ? minutes : minutes / hour)

/** A Sunday; the days of a week follow it. */
const sunday = Date.UTC(2026, 0, 4)
const weekday = (day: number, locale: Locale) =>
  new Intl.DateTimeFormat(localeTags[locale], { weekday: 'long', timeZone: 'UTC' }).format(
    sunday + day * dayMs,
  )

/** When mail is sent at all: what was not seen, and once a week. */
function MailCard({ settings: { mailAfterMinutes, digestDay } }: CardProps) {
  const { t, locale } = useTranslation()
  const update = useUpdate()
  const [isPreviewed, setPreviewed] = useState(false)
  const known = [...new Set<number>([...delays, mailAfterMinutes])].toSorted((a, b) => a - b)
  return (
    <Card title={t('reach.mail.title')}>
      <div className={styles.line}>
        <span>{t('reach.mail.after')}</span>
        <Select
          label={t('reach.mail.after')}
          value={String(mailAfterMinutes)}
          onChange={(minutes) => update({ mailAfterMinutes: Number(minutes) })}
          options={known.map((minutes) => ({ value: String(minutes), label: durationOf(minutes, locale) }))}
        />
      </div>
      <div className={styles.line}>
        <span>{t('reach.digest.title')}</span>
        <Select
          label={t('reach.digest.title')}
          value={String(digestDay ?? 'never')}
          onChange={(day) =>
            update({ digestDay: day === 'never' ? null : Number(day), timeZone: detectedZone() })
          }
          options={[
            { value: 'never', label: t('reach.digest.never') },
            ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: weekday(day, locale) })),
          ]}
        />
      </div>
      <p className={styles.fact}>{t('reach.digest.hint')}</p>
      <Button variant="secondary" size="sm" onClick={() => setPreviewed(true)}>
        {t('reach.digest.preview')}
      </Button>
      <Sheet
        open={isPreviewed}
        onClose={() => setPreviewed(false)}
        title={t('reach.digest.title')}
        closeLabel={t('common.close')}
      >
        <DigestPreview />
      </Sheet>
    </Card>
  )
}

function DigestPreview() {
  const { t } = useTranslation()
  const { data, isPending, refetch } = useQuery(digestQuery())
  if (isPending) return <Skeleton height="14rem" radius="var(--radius-card)" />
  if (!data) return <LoadFailed text={t('reach.digest.failed')} onRetry={refetch} />
  return <p className={styles.digest}>{data.digest?.text ?? t('reach.digest.empty')}</p>
}
