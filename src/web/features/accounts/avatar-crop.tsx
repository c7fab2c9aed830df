import { useTranslation } from 'react-i18next'
import { directionOf, localeOf } from '#web/lib/preferences.ts'
import { Behaviour } from '#web/ui/behaviour.tsx'
import { CropDialog } from '#web/ui/crop-dialog.tsx'
import { useCropLabels } from './crop-labels.ts'

interface AvatarCropProps {
  file: File
  onDone: (avatar: Blob) => void
  onCancel: () => void
}

/** The crop dialog with what it needs around it, which the account screens do not load at first. */
export function AvatarCrop(props: AvatarCropProps) {
  const { i18n } = useTranslation()
  return (
    <Behaviour direction={directionOf(localeOf(i18n.language))}>
      <CropDialog {...props} aspect={1} round labels={useCropLabels()} />
    </Behaviour>
  )
}
