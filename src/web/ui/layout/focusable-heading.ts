/** The screen's heading, made focusable; the main landmark where there is none. */
export function focusableHeading(): HTMLElement | null {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}
