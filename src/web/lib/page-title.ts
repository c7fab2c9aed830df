import { useEffect } from 'react'

const product = 'Scene'
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** `{screen} · Scene`; a title of another direction is isolated, so that the order survives. */
export function documentTitle(screen: string, direction: string): string {
  if (screen === '') return product
  const mixed = rightToLeft.test(screen) || direction === 'rtl'
  return mixed ? `\u2068${screen}\u2069 · ${product}` : `${screen} · ${product}`
}

/** Names the document after the screen; an empty name (still loading) gives the product's. */
export function usePageTitle(screen: string): void {
  useEffect(() => {
    document.title = documentTitle(screen, document.documentElement.dir)
  }, [screen])
}
