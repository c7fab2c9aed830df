import type { Ref } from 'react'
import { maxReportText } from '#shared/moderation.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

interface ReportWordsProps {
  label: string
  hint?: string | undefined
  name?: string
  value: string
  onChange: (text: string) => void
  /** Words are asked for, and there are none. */
  missing: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** What somebody says in a report, a decision or an appeal. */
export function ReportWords({ missing, onChange, ...rest }: ReportWordsProps) {
  const { t } = useTranslation()
  return (
    <TextArea
      {...rest}
      error={missing ? t('errors.report.text_required') : undefined}
      maxLength={maxReportText}
      counter
      autoGrow
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
