import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SessionItem } from '#shared/api/accounts.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation, type Translate } from '#web/i18n/index.ts'
import { TextWithSlot, slot } from '#web/lib/text-with-slot.tsx'
import { Age } from '#web/lib/relative-time.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { deviceOf, type Device } from '#shared/device-name.ts'
import { leaveSession } from './use-logout.ts'
import { endAllSessionsMutation, endSessionMutation, sessionsQuery } from './sessions.api.ts'
import styles from './device-list.module.css'

const skeletonRows = 2
/** More are shown when asked for. */
const shownAtFirst = 5

/** What a device is called. */
export function nameOfDevice({ browser, system }: Pick<Device, 'browser' | 'system'>, t: Translate): string {
  if (browser && system) return t('settings.sessions.device', { browser, system })
  return browser ?? system ?? t('settings.sessions.unknown')
}

/** Where the member is logged in; each can be signed out, and all at once. */
export function DeviceList() {
  const { t } = useTranslation()
  const { data: sessions, isPending, isFetching, refetch } = useQuery(sessionsQuery())
  const [all, setAll] = useState(false)
  if (isPending) {
    return (
      <>
        <p className={styles.text}>{t('settings.sessions.text')}</p>
        <LoadingRows count={skeletonRows} height="4.5rem" className={styles.list} />
      </>
    )
  }
  if (!sessions) {
    return (
      <div className={styles.failed}>
        <InlineError text={t('settings.sessions.failed')} />
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    )
  }
  const ordered = [
    ...sessions.filter(({ current }) => current),
    ...sessions.filter(({ current }) => !current),
  ]
  const shown = all ? ordered : ordered.slice(0, shownAtFirst)
  return (
    <>
      <p className={styles.text}>{t('settings.sessions.text')}</p>
      {sessions.length === 0 ? <p className={styles.text}>{t('settings.sessions.empty')}</p> : null}
      <ul className={styles.list}>
        {shown.map((session) => (
          <li key={session._id} className={styles.row}>
            <DeviceRow session={session} />
          </li>
        ))}
      </ul>
      {ordered.length > shownAtFirst ? (
        <Button className={styles.all} variant="ghost" onClick={() => setAll(!all)}>
          {all ? t('common.showFewer') : t('settings.sessions.all', { n: ordered.length })}
        </Button>
      ) : null}
      <SignOutEverywhere />
    </>
  )
}

function DeviceRow({ session: { _id, userAgent, usedAt, current } }: { session: SessionItem }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const end = useMutation(endSessionMutation(queryClient, _id))
  const button = useRef<HTMLButtonElement>(null)
  useRowFocus(button)
  const device = deviceOf(userAgent)
  const name = nameOfDevice(device, t)
  const Icon = device.isHandheld ? Smartphone : Monitor
  return (
    <>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.texts}>
        <span className={styles.name}>{name}</span>
        <span className={current ? styles.current : styles.used}>
          {current ? (
            t('settings.sessions.current')
          ) : (
            <TextWithSlot text={t('settings.sessions.lastUsed', { time: slot })}>
              <Age at={usedAt} />
            </TextWithSlot>
          )}
        </span>
      </div>
      {current ? null : (
        <Button
          ref={button}
          variant="secondary"
          size="sm"
          busy={end.isPending}
          aria-label={t('settings.sessions.endNamed', { device: name })}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess: () => toast.success(t('settings.sessions.ended')),
              onError: failureToast('settings.sessions.endFailed'),
            })
          }
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </>
  )
}

function SignOutEverywhere() {
  const { t } = useTranslation()
  const endAll = useMutation(endAllSessionsMutation())
  const press = async () => {
    const confirmed = await confirmDanger({
      title: t('settings.sessions.endAllQuestion'),
      text: t('settings.sessions.endAllText'),
      confirmLabel: t('settings.sessions.end'),
    })
    if (!confirmed) return
    endAll.mutate(undefined, {
      onSuccess: () => void leaveSession(),
      onError: failureToast('settings.sessions.endFailed'),
    })
  }
  return (
    <Button variant="secondary" busy={endAll.isPending || endAll.isSuccess} onClick={() => void press()}>
      {t('settings.sessions.endAll')}
    </Button>
  )
}
