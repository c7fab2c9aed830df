import { useTranslation } from 'react-i18next'

/** Texts of the crop dialog. */
export function useCropLabels() {
  const { t } = useTranslation()
  return {
    title: t('crop.title'),
    done: t('crop.done'),
    close: t('common.close'),
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
