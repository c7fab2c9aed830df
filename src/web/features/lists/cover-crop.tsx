import { useCropLabels } from '#web/features/accounts/crop-labels.ts'
import { CropDialog } from '#web/ui/crop-dialog.tsx'

interface CoverCropProps {
  file: File
  onDone: (cover: File) => void
  onCancel: () => void
}

/** Cuts a cover to 16:9. */
export function CoverCrop({ file, onDone, onCancel }: CoverCropProps) {
  return (
    <CropDialog
      file={file}
      aspect={16 / 9}
      labels={useCropLabels()}
      onCancel={onCancel}
      onDone={(picture) => onDone(new File([picture], 'cover.jpg', { type: picture.type }))}
    />
  )
}
