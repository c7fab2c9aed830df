import { useEffect, useState } from 'react'

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
