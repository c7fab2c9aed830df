import { useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import type { GifItem } from './gifs.api.ts'

const GifPicker = onDemand(async () => (await import('./gif-picker.tsx')).GifPicker)

interface GifPicking {
  /** Its code comes with the first press; where it cannot come, a toast says so. */
  open: () => void
  isLoading: boolean
  /** To be rendered inside what it opens from, so that Escape closes the picker only. */
  picker: ReactNode
}

/** The way from a button to a chosen GIF. */
export function useGifPicker(onChoose: (gif: GifItem) => void): GifPicking {
  const { t } = useTranslation()
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed')
  const close = () => setState('closed')
  const open = async () => {
    setState('loading')
    try {
      await GifPicker.loadAhead()
      setState('open')
    } catch {
      close()
      toast.error(t(navigator.onLine ? 'errorPage.title' : 'gifs.offline'))
    }
  }
  return {
    open: () => void open(),
    isLoading: state === 'loading',
    picker:
      state === 'open' ? (
        <GifPicker
          onClose={close}
          onChoose={(gif) => {
            close()
            onChoose(gif)
          }}
        />
      ) : null,
  }
}
