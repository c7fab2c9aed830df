import { useTranslation } from 'react-i18next'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'

/** Where something stands; without a line the file alone. The name of the file has a direction of its own. */
export function RowPlace({ file, line }: { file: string; line: string | number | undefined }) {
  const { t } = useTranslation()
  const name = <bdi>{file}</bdi>
  if (line === undefined) return name
  return <TextWithSlot text={t('transfer.place', { file: slot, line })}>{name}</TextWithSlot>
}
