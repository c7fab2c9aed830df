import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Printer } from 'lucide-react'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { setUpSecondStep } from '#shared/api/security.ts'
import { useCopyText } from '#web/features/links/use-link-items.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { download } from '#web/lib/files.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { SecondStepCode } from './second-step-code.tsx'
import { turnOnSecondStepMutation } from './security.api.ts'
import styles from './security.module.css'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** What the dialog begins with: a key for the app, or new recovery codes. */
export type SecondStepStart = { app: AnswerOf<typeof setUpSecondStep> } | { codes: string[] }

interface SecondStepDialogProps {
  /** Closed without. */
  start: SecondStepStart | null
  email: string
  onClose: () => void
}

/** The key, a code of it, then the recovery codes; where those are renewed they alone. */
export function SecondStepDialog({ start, email, onClose }: SecondStepDialogProps) {
  const { t } = useTranslation()
  // What was there last is still on screen while the dialog closes.
  const [last, setLast] = useState(start)
  const [made, setMade] = useState<string[] | null>(null)
  const [asks, setAsks] = useState(false)
  const [kept, setKept] = useState(false)
  const { mutateAsync: turnOn, isPending } = useMutation(turnOnSecondStepMutation(useQueryClient()))
  if (start && start !== last) {
    setLast(start)
    setMade(null)
    setAsks(false)
    setKept(false)
  }
  const shown = start ?? last
  const codes = made ?? (shown && 'codes' in shown ? shown.codes : null)

  const close = async () => {
    // Another question may be above this one.
    if (isPending) return
    if (codes && !kept) {
      const sure = await confirmDanger({
        title: t('security.codes.leaveQuestion'),
        text: t('security.codes.leaveText'),
        confirmLabel: t('common.close'),
      })
      if (!sure) return
    }
    onClose()
  }
  return (
    <Sheet
      open={start !== null}
      onClose={() => void close()}
      title={t(codes ? 'security.codes.recovery' : 'security.codes.title')}
      back={
        asks && !codes ? { label: t('common.back'), onPress: () => !isPending && setAsks(false) } : undefined
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={email} kept={kept} onKept={setKept} onDone={onClose} />
      ) : shown && 'app' in shown ? (
        asks ? (
          <SecondStepCode
            submitLabel={t('security.codes.turnOn')}
            text={t('security.codes.enter')}
            onCode={async (code) => setMade((await turnOn(code)).recoveryCodes)}
          />
        ) : (
          <AppKey app={shown.app} onNext={() => setAsks(true)} />
        )
      ) : null}
    </Sheet>
  )
}

interface AppKeyProps {
  app: AnswerOf<typeof setUpSecondStep>
  onNext: () => void
}

function AppKey({ app: { key, address }, onNext }: AppKeyProps) {
  const { t } = useTranslation()
  const copy = useCopyText()
  const copyKey = () => copy(key, t('security.codes.copied'), t('security.codes.copyFailed'))
  return (
    <div className={styles.view}>
      <p className={styles.muted}>{t('security.codes.scan')}</p>
      <Suspense fallback={<Skeleton className={styles.qr} />}>
        <QrCode text={address} label={t('security.codes.picture')} />
      </Suspense>
      <p className={styles.muted}>{t('security.codes.key')}</p>
      <div className={styles.key}>
        <span className={styles.keyText} dir="ltr">
          {key.match(/.{1,4}/g)?.join(' ')}
        </span>
        <Button variant="ghost" size="sm" icon={<Copy />} onClick={() => void copyKey()}>
          {t('security.codes.copy')}
        </Button>
      </div>
      <Button data-autofocus="" onClick={onNext}>
        {t('security.codes.next')}
      </Button>
    </div>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  email: string
  kept: boolean
  onKept: (kept: boolean) => void
  onDone: () => void
}

function RecoveryCodes({ codes, email, kept, onKept, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const copy = useCopyText()
  const list = useRef<HTMLUListElement>(null)
  // What had the focus before is gone; here is what is to be read.
  useEffect(() => list.current?.focus(), [])
  const of = t('security.codes.of', { email })
  const copyAll = () => copy(codes.join('\n'), t('security.codes.copied'), t('security.codes.copyFailed'))
  const save = () =>
    download(new Blob([`${of}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), 'scene-recovery-codes.txt')
  return (
    <div className={styles.view}>
      <p className={styles.muted}>{t('security.codes.once')}</p>
      <div className={styles.printed}>
        <p className={styles.of}>{of}</p>
        <ul
          ref={list}
          className={styles.codes}
          dir="ltr"
          tabIndex={-1}
          aria-label={t('security.codes.recovery')}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" size="sm" icon={<Copy />} onClick={() => void copyAll()}>
          {t('security.codes.copy')}
        </Button>
        <Button variant="secondary" size="sm" icon={<Download />} onClick={save}>
          {t('security.codes.download')}
        </Button>
        <Button variant="secondary" size="sm" icon={<Printer />} onClick={() => window.print()}>
          {t('security.codes.print')}
        </Button>
      </div>
      <Checkbox label={t('security.codes.kept')} checked={kept} onChange={onKept} />
      <Button disabled={!kept} onClick={onDone}>
        {t('security.codes.done')}
      </Button>
    </div>
  )
}
