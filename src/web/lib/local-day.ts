/** The member's own calendar day at an instant, `YYYY-MM-DD`. */
export function localDay(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
