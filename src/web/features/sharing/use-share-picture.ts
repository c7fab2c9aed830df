import { useRef, useState, type RefObject } from 'react'
import { canShareFile, systemShare } from '#web/features/links/use-link-items.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { download } from '#web/lib/files.ts'
import { alert } from '#web/ui/overlays/alert.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { drawPicture, pictureName, pngFile } from './save-picture.ts'

interface PictureSharing {
  /** Goes to what is drawn. */
  drawn: RefObject<HTMLElement | null>
  busy: 'saving' | 'sharing' | null
  save: () => void
  /** Null where the system's sheet takes no pictures. */
  share: (() => void) | null
}

interface Wanted {
  /** Names the file, and the picture in the system's sheet. */
  title: string
  /** Said where nothing could be drawn. */
  failed: string
  /** Width of the picture in pixels; three times that on screen when not given. */
  width?: number
}

/** A part of the screen that is saved, or shared, as a picture. */
export function useSharePicture({ title, failed, width }: Wanted): PictureSharing {
  const { t } = useTranslation()
  const drawn = useRef<HTMLElement>(null)
  const [busy, setBusy] = useState<PictureSharing['busy']>(null)
  const name = pictureName(title)
  const withPicture = async (how: 'saving' | 'sharing', use: (picture: Blob) => Promise<void>) => {
    if (!drawn.current || busy) return
    setBusy(how)
    try {
      await use(await drawPicture(drawn.current, width))
    } catch {
      toast.error(failed)
    } finally {
      setBusy(null)
    }
  }
  const save = (picture: Blob) => {
    download(picture, name)
    return alert({ title: t('share.card.saved'), okLabel: t('common.ok') })
  }
  const share = (picture: Blob) => systemShare({ title, files: [pngFile(picture, name)] })
  return {
    drawn,
    busy,
    save: () => void withPicture('saving', save),
    share: canShareFile(pngFile(new Blob(), name)) ? () => void withPicture('sharing', share) : null,
  }
}
