import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, Share, SquarePlus } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReachSettings } from '#shared/api/notification-settings.ts'
import { localeTags, type Locale } from '#shared/locale.ts'
import { dayMs } from '#shared/durations.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { nameOfDevice } from '#web/features/accounts/device-list.tsx'
import { Card } from '#web/features/security/card.tsx'
import { KeyRow } from '#web/features/security/key-row.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { detectedZone } from '#web/lib/time-zone.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import {
  digestQuery,
  notificationSettingsQuery,
  removePushMutation,
  turnOnPushMutation,
} from './notification-settings.api.ts'
import { KindsCard } from './kinds-card.tsx'
import styles from './notification-settings.module.css'
import { pushAbility, PushRefused } from './push.ts'
import { useUpdateReach } from './use-update-reach.ts'

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

/** What push sends, before the browser is asked; then the browsers that it reaches. */
function PushCard({ settings: { pushKey, devices } }: CardProps) {
  const { t } = useTranslation()
  const samplesId = useId()
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
          <h3 id={samplesId} className={styles.samplesTitle}>
            {t('reach.push.samples')}
          </h3>
          <ul className={styles.samples} aria-labelledby={samplesId}>
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
        <>
          <p className={styles.muted} role="status">
            {t(`reach.push.${ability}`)}
          </p>
          {ability === 'install' ? <InstallSteps /> : null}
        </>
      )}
      {devices.length === 0 ? null : (
        <Rows label={t('reach.push.devices')}>
          {devices.map((device) => (
            <Row key={device.id}>
              <PushDevice device={device} />
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

/** How an app comes onto the home screen of an iPhone, with the signs that are to be looked for. */
function InstallSteps() {
  const { t } = useTranslation()
  return (
    <ol className={styles.samples}>
      <li className={styles.step}>
        <Share aria-hidden="true" />
        <span>{t('reach.push.installShare')}</span>
      </li>
      <li className={styles.step}>
        <SquarePlus aria-hidden="true" />
        <span>{t('reach.push.installAdd')}</span>
      </li>
    </ol>
  )
}

function PushDevice({ device }: { device: ReachSettings['devices'][number] }) {
  const { t } = useTranslation()
  const remove = useMutation(removePushMutation(useQueryClient(), device.id))
  const name = nameOfDevice(device, t)
  return (
    <KeyRow
      icon={<BellRing />}
      name={name}
      remove={{
        label: t('reach.push.remove'),
        namedLabel: t('reach.push.removeNamed', { name }),
        busy: remove.isPending,
        onPress: () => remove.mutate(undefined, { onError: failureToast('common.saveFailed') }),
      }}
    >
      {device.isCurrent ? <>{t('settings.sessions.current')} · </> : null}
      <Age at={device.since} />
    </KeyRow>
  )
}

const nightAtFirst = { from: '22:00', to: '08:00' }

/** Hours without push and mail, by the member's clock. */
function QuietCard({ settings: { quiet, timeZone } }: CardProps) {
  const { t } = useTranslation()
  const update = useUpdateReach()
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
  const update = useUpdateReach()
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
      <Sheet open={isPreviewed} onClose={() => setPreviewed(false)} title={t('reach.digest.title')}>
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
  // In the language of the member's mails, which need not be that of this device.
  return (
    <p dir="auto" className={styles.digest}>
      {data.digest?.text ?? t('reach.digest.empty')}
    </p>
  )
}
