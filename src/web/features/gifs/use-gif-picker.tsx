import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import type { GifItem } from './gifs.api.ts'

const load = () => import('./gif-picker.tsx')
const GifPicker = lazy(async () => ({ default: (await load()).GifPicker }))

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
      await load()
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
        <Suspense fallback={null}>
          <GifPicker
            onClose={close}
            onChoose={(gif) => {
              close()
              onChoose(gif)
            }}
          />
        </Suspense>
      ) : null,
  }
}
