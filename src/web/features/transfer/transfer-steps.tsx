import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import styles from './transfer-steps.module.css'

const steps = ['open', 'export', 'return', 'upload', 'save'] as const

/** A button that opens how one gets at the files. */
export function TransferSteps() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('transfer.steps.title')} icon={<Info />} onClick={() => setOpen(true)} />
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('transfer.steps.title')}
        closeLabel={t('common.close')}
      >
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`transfer.steps.${step}`)}</li>
          ))}
        </ol>
        <p className={styles.note}>{t('transfer.steps.note')}</p>
      </Sheet>
    </>
  )
}
