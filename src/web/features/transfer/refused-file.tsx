import { useTranslation } from 'react-i18next'
import type { TextKey } from '#web/i18n/index.ts'
import { InlineError } from '#web/ui/inline-error.tsx'
import { maxMegabytes, type Refusal } from './file-kinds.ts'

interface RefusedFileProps {
  refusal: Refusal | null
  /** What may be chosen here. */
  kinds: TextKey
}

/** Why the last file that was picked is not taken. */
export function RefusedFile({ refusal, kinds }: RefusedFileProps) {
  const { t } = useTranslation()
  if (refusal === null) return null
  const texts = {
    kind: t(kinds),
    size: t('transfer.tooLarge', { mb: maxMegabytes }),
    empty: t('errors.import.empty'),
  }
  return <InlineError text={texts[refusal]} />
}
