import { useEffect, useState } from 'react'

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

/** An address for the picture, as long as it is shown; null without one. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = blob && URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives exactly as long as the effect
    setUrl(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}
