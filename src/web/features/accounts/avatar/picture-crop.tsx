import { useTranslation } from '#web/i18n/index.ts'
import { CropDialog } from '#web/ui/pictures/crop-dialog.tsx'

interface AvatarCropProps {
  file: File
  onDone: (avatar: Blob) => void
  onClose: () => void
}

/** Cuts an avatar to a circle. */
export function AvatarCrop(props: AvatarCropProps) {
  return <CropDialog {...props} aspect={1} round labels={useCropLabels()} />
}

/** Texts of the crop dialog. */
function useCropLabels() {
  const { t } = useTranslation()
  return {
    title: t('crop.title'),
    done: t('crop.done'),
    area: t('crop.area'),
    zoom: t('crop.zoom'),
    zoomIn: t('crop.zoomIn'),
    zoomOut: t('crop.zoomOut'),
    moveUp: t('crop.moveUp'),
    moveDown: t('crop.moveDown'),
    moveLeft: t('crop.moveLeft'),
    moveRight: t('crop.moveRight'),
    unreadable: t('crop.unreadable'),
  }
}

interface CoverCropProps {
  file: File
  onDone: (cover: File) => void
  onClose: () => void
}

/** Cuts a cover to 16:9. */
export function CoverCrop({ file, onDone, onClose }: CoverCropProps) {
  return (
    <CropDialog
      file={file}
      aspect={16 / 9}
      labels={useCropLabels()}
      onClose={onClose}
      onDone={(picture) => onDone(new File([picture], 'cover.jpg', { type: picture.type }))}
    />
  )
}
