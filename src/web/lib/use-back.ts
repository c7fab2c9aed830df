import { useLocation, useNavigate } from 'react-router'

/** Nothing of the app lies before: the address was opened by hand, by a link elsewhere or in a new tab. */
function isFirstEntry(key: string): boolean {
  const { idx } = (window.history.state ?? {}) as { idx?: unknown }
  // A first entry that was replaced, by a choice of tab for example, has a key but stays the first.
  return key === 'default' || idx === 0
}

/** Back to where one came from; to `otherwise` where that would leave the app. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => {
    if (isFirstEntry(key)) void navigate(otherwise, { replace: true })
    else void navigate(-1)
  }
}
