/** Whether the element is laid out right to left, by its nearest ancestor that states a direction. */
export function isRtl(element: Element): boolean {
  return element.closest('[dir="rtl"], [dir="ltr"]')?.getAttribute('dir') === 'rtl'
}
