import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
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

/** How long, in milliseconds, it is said that all was sent. */
const sentMs = 2000

/** Keeps what is done without a network, sends it later, and shows what waits. */
function Outbox({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const [isSent, setSent] = useState(false)
  useEffect(() => openOutbox(queryClient, userId, () => setSent(true)), [queryClient, userId])
  useEffect(() => {
    if (!isSent) return
    const timer = setTimeout(() => setSent(false), sentMs)
    return () => clearTimeout(timer)
  }, [isSent])
  return <OutboxBar isSent={isSent} />
}
