import styles from './sparkline.module.css'
import { useDrawing } from './use-drawing.ts'

export interface SparkPoint {
  /** Milliseconds since the epoch. */
  at: number
  value: number
}

interface SparklineProps {
  points: readonly SparkPoint[]
  /** Milliseconds: what the whole width stands for. A gap in the points stays one. */
  from: number
  to: number
  /** Milliseconds between two points, beyond which they are not joined. */
  maxGap: number
  /** Read out: the drawing has no other words. */
  label: string
}

const height = 32
/** For the line's own width and for the last point. */
const edge = 3

/** How a figure went, in little space; from 0, or from its least where it hardly moves. Mirrored where lines run right to left. */
export function Sparkline({ points, from, to, maxGap, label }: SparklineProps) {
  const { box, width, at } = useDrawing()
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (point: SparkPoint) =>
    at(edge + ((width - 2 * edge) * (point.at - from)) / Math.max(to - from, 1))
  const y = ({ value }: SparkPoint) =>
    most === least ? height / 2 : height - edge - ((height - 2 * edge) * (value - least)) / (most - least)
  const path = points
    .map((point, index) => {
      const before = points[index - 1]
      const joins = before !== undefined && point.at - before.at <= maxGap
      return `${joins ? 'L' : 'M'}${x(point).toFixed(1)} ${y(point).toFixed(1)}`
    })
    .join('')
  const last = points.at(-1)
  return (
    <div ref={box} className={styles.box} role="img" aria-label={label}>
      {width === 0 || !last ? null : (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
          <path className={styles.line} d={path} />
          <circle className={styles.last} cx={x(last)} cy={y(last)} r={2.5} />
        </svg>
      )}
    </div>
  )
}
