import type { ReactNode } from 'react'
import { curtain } from '#shared/curtain.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './empty-state.module.css'

/**
 * What is missing: people (`seats`), films (`strip`), kept films (`shelf`), collections (`cards`), written or dated
 * things (`page`), or there is nothing to show at all (`curtain`: failed, not found, quiet).
 */
export type Drawing = 'seats' | 'strip' | 'shelf' | 'cards' | 'page' | 'curtain'

interface EmptyStateProps {
  drawing: Drawing
  text: string
  /** At most one button or link. */
  action?: ReactNode
  /** One section among others, which must not fill the screen. */
  small?: boolean
}

/** The exact text of an empty view under a line drawing of what would be there. */
export function EmptyState({ drawing, text, action, small = false }: EmptyStateProps) {
  return (
    <div className={classNames(styles.empty, small && styles.small)}>
      <EmptyDrawing drawing={drawing} />
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}

/** The drawing alone, where the words are a screen's own. */
export function EmptyDrawing({ drawing }: Pick<EmptyStateProps, 'drawing'>) {
  return (
    <svg className={styles.drawing} viewBox="0 0 160 112" aria-hidden="true">
      {drawings[drawing]}
    </svg>
  )
}

const { filled, paper, dashed, glow, thick, gold } = styles

const seat = 'V60a10 10 0 0 1 10-10h16a10 10 0 0 1 10 10v34z'

const drawings: Record<Drawing, ReactNode> = {
  seats: (
    <>
      <path className={glow} d="M46 8h68l22 34H24z" />
      <path d="M46 8h68" />
      <path className={filled} d={`M20 94${seat}M62 94${seat}M104 94${seat}`} />
      <path d="M14 74v20M59 74v20M101 74v20M146 74v20M8 102h144" />
      <circle className={gold} cx="80" cy="38" r="9" />
    </>
  ),
  strip: (
    <>
      <g transform="rotate(-7 80 56)">
        <rect className={filled} x="6" y="30" width="148" height="52" rx="6" />
        {[37, 75].map((y) => (
          <path key={y} d={Array.from({ length: 8 }, (_, hole) => `M${16 + 16 * hole} ${y}h6`).join('')} />
        ))}
        {[14, 56, 98].map((x) => (
          <rect key={x} x={x} y="44" width="36" height="24" rx="3" />
        ))}
      </g>
      <circle className={paper} cx="100" cy="54" r="23" />
      <path className={thick} d="M117 71l18 19" />
      <circle className={gold} cx="100" cy="54" r="5" />
    </>
  ),
  shelf: (
    <>
      <rect className={filled} x="22" y="20" width="14" height="46" rx="3" />
      <rect className={filled} x="38" y="26" width="18" height="40" rx="3" />
      <rect className={filled} x="102" y="20" width="16" height="46" rx="3" />
      <rect className={filled} x="120" y="30" width="18" height="36" rx="3" />
      <rect className={dashed} x="62" y="18" width="34" height="46" rx="4" />
      <path d="M10 68h140M22 68v30M138 68v30M10 100h140M44 36h6M107 30h6" />
      <path className={gold} d="M74 18h10v18l-5-5-5 5z" />
    </>
  ),
  cards: (
    <>
      <rect className={filled} x="36" y="24" width="44" height="66" rx="6" transform="rotate(-14 58 90)" />
      <rect className={filled} x="80" y="24" width="44" height="66" rx="6" transform="rotate(14 102 90)" />
      <rect className={filled} x="56" y="18" width="48" height="72" rx="6" />
      <path d="M66 70h28M66 78h18M24 102h112" />
      <path
        className={gold}
        d="M80 30l4.6 9.3 10.2 1.5-7.4 7.2 1.8 10.2-9.2-4.8-9.2 4.8 1.8-10.2-7.4-7.2 10.2-1.5z"
      />
    </>
  ),
  page: (
    <>
      <rect className={filled} x="26" y="18" width="92" height="80" rx="8" />
      <path d="M26 38h92M48 10v14M96 10v14" />
      {[38, 57, 76, 95].map((x) => (
        <rect key={x} className={paper} x={x} y="48" width="12" height="12" rx="3" />
      ))}
      {[38, 76].map((x) => (
        <rect key={x} className={paper} x={x} y="69" width="12" height="12" rx="3" />
      ))}
      <rect className={gold} x="57" y="69" width="12" height="12" rx="3" />
      <path className={paper} d="M104 96l4-14 30-34 10 9-30 34z" />
      <path d="M130 57l10 9" />
    </>
  ),
  curtain: (
    <>
      <path className={glow} d={curtain.glow} />
      <path className={filled} d={curtain.filled} />
      <path d={curtain.lines} />
      <path className={gold} d={curtain.gold} />
    </>
  ),
}
