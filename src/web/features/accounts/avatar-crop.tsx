import { CropDialog } from '#web/ui/crop-dialog.tsx'
import { useCropLabels } from './crop-labels.ts'

interface AvatarCropProps {
  file: File
  onDone: (avatar: Blob) => void
  onCancel: () => void
}

/** Cuts an avatar to a circle. */
export function AvatarCrop(props: AvatarCropProps) {
  return <CropDialog {...props} aspect={1} round labels={useCropLabels()} />
}
