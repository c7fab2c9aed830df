import { useEffect } from 'react'
import { isolated } from '#shared/isolated.ts'

const product = 'Scene'
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** `{screen} · Scene`; a title of another direction is isolated, so that the order survives. */
export function documentTitle(screen: string, direction: string): string {
  if (screen === '') return product
  const mixed = rightToLeft.test(screen) || direction === 'rtl'
  return mixed ? `${isolated(screen)} · ${product}` : `${screen} · ${product}`
}

/** Names the document after the screen; an empty name (still loading) gives the product's. */
export function usePageTitle(screen: string): void {
  useEffect(() => {
    document.title = documentTitle(screen, document.documentElement.dir)
  }, [screen])
}
