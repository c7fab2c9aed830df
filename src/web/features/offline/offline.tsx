import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { forgetKept } from '#web/lib/indexed-db.ts'
import { keepAnswers } from './kept-answers.ts'
import styles from './offline.module.css'
import { OutboxBar } from './outbox-bar.tsx'
import { openOutbox } from './outbox.ts'
import { startWorker } from './worker.ts'

/** What makes the app open, read and write without a network, and says when there is a newer one. */
export function Offline({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null)
  useEffect(() => startWorker((use) => setTakeOver(() => use)), [])
  useEffect(() => {
    void forgetKept(userId).catch(() => undefined)
    return keepAnswers(queryClient, userId)
  }, [queryClient, userId])
  return (
    <>
      <Outbox userId={userId} />
      {takeOver === null ? null : (
        <div className={styles.banner} role="status">
          <p className={styles.text}>{t('offline.newVersion')}</p>
          <Button size="sm" onClick={takeOver}>
            {t('offline.reload')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Keeps what is done without a network, sends it later, and shows what waits. */
function Outbox({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const onSent = useEffectEvent(() => toast.success(t('offline.sent')))
  useEffect(() => openOutbox(queryClient, userId, () => onSent()), [queryClient, userId])
  return <OutboxBar />
}
