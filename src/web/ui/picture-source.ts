import { useState } from 'react'

/**
 * The address to show: the picture, after it failed the fallback, after that null. A new picture starts
 * over; the same address is never tried twice, so a broken default cannot loop.
 */
export function usePictureSource(src: string | null | undefined, fallback?: string) {
  const [failed, setFailed] = useState<{ src: string | null; fallback: boolean }>({
    src: null,
    fallback: false,
  })
  const primaryFailed = !src || failed.src === src
  const current = !primaryFailed ? src : fallback && !failed.fallback && fallback !== src ? fallback : null
  return {
    current,
    isPrimary: !primaryFailed,
    onError: () =>
      setFailed((before) =>
        current === src ? { ...before, src: src ?? null } : { ...before, fallback: true },
      ),
  }
}
