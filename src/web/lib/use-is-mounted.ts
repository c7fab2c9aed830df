import { useEffect, useRef, type RefObject } from 'react'

/** Tells whether the component is still there, for what comes to its end later. */
export function useIsMounted(): RefObject<boolean> {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
