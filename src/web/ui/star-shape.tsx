/** One star in a 24 × 24 box; it takes its colour from `color`. */
export function StarShape({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M12 2.6c.42 0 .8.24.99.62l2.45 4.97 5.49.8a1.1 1.1 0 0 1 .61 1.88l-3.97 3.87.94 5.46a1.1 1.1 0 0 1-1.6 1.16L12 18.78l-4.91 2.58a1.1 1.1 0 0 1-1.6-1.16l.94-5.46-3.97-3.87a1.1 1.1 0 0 1 .61-1.88l5.49-.8 2.45-4.97c.19-.38.57-.62.99-.62Z" />
    </svg>
  )
}

/** How much of the star at the index (0–4) a rating fills. */
export function starFill(rating: number, index: number): 'full' | 'half' | 'empty' {
  const part = rating - index
  return part >= 1 ? 'full' : part >= 0.5 ? 'half' : 'empty'
}
