/** An article, or an entry of a list with neither an article in nor around it; a list of figures is passed by. */
const isItem = (element: HTMLElement) =>
  element.localName === 'article' ||
  !(element.closest('article, [data-walk="past"]') ?? element.querySelector('article'))

/** What the screen lists, each by its first link, else its first button. */
function itemsOf(main: HTMLElement): { item: HTMLElement; target: HTMLElement }[] {
  return [...main.querySelectorAll<HTMLElement>('article, li')].filter(isItem).flatMap((item) => {
    const target = item.querySelector<HTMLElement>('a[href]') ?? item.querySelector('button')
    // Other pages of a pager are there, but out of reach.
    const isThere = target !== null && target.getClientRects().length > 0 && !target.closest('[inert]')
    return isThere ? [{ item, target }] : []
  })
}

function middleOf(element: HTMLElement): number {
  const { top, bottom } = element.getBoundingClientRect()
  return (top + bottom) / 2
}

/**
 * Moves the focus to the next item of the screen, or the one before. Where the focus is in none, or in one that was
 * scrolled out of sight, it begins with the first that is in sight.
 */
export function walk(step: 1 | -1): void {
  const main = document.querySelector('main')
  const items = main ? itemsOf(main) : []
  // Below the bar that stays at the top.
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const current = items.findLastIndex(({ item }) => {
    const { top: start, bottom: end } = item.getBoundingClientRect()
    return item.contains(document.activeElement) && end > top && start < window.innerHeight
  })
  const first = items.findIndex(({ item }) => item.getBoundingClientRect().top >= top)
  const from = first === -1 ? items.length : first
  const next = items[current === -1 ? (step === 1 ? from : from - 1) : current + step]
  if (!next) return
  next.target.focus({ preventScroll: true })
  next.item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  // Of an item that is taller than the window.
  next.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  // A column that stays in place by its foot shows its head only further up the page.
  while (middleOf(next.target) < top && window.scrollY > 0) window.scrollBy(0, -window.innerHeight / 2)
}
