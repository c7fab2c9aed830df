import { classNames } from '#web/ui/class-names.ts'
import styles from './bar-chart.module.css'
import { useDrawing } from './use-drawing.ts'
import { useSeen } from './use-seen.ts'

export interface Bar {
  /** The full name, shown when a pointer rests on the bar. */
  name: string
  /** Below it; blank for none. */
  label: string
  value: number
  /** How much of it is of the second kind, on top. */
  second?: number
}

interface BarChartProps {
  bars: readonly Bar[]
  format: (value: number) => string
  /** Height of the plot in CSS pixels, without the labels below it. */
  height: number
  /** A line across, at a place between the bars: 0 is the middle of the first. */
  mark?: { at: number; label: string } | undefined
}

const axis = 20
/** For the number above the highest bar, and for that of a line across. */
const lineHigh = 18
const share = 0.72
const widest = 40
const corner = 3
const halfLabel = 18
const besideLine = 12
/** The width of a figure in a label of the scale. */
const figureWide = 9
/** Between the labels of the scale and the bars. */
const labelGap = 8

/** A few values side by side from 0 on; mirrored where lines run right to left. */
export function BarChart({ bars, format, height, mark }: BarChartProps) {
  const { box, width, at } = useDrawing()
  const isSeen = useSeen(box)
  const most = Math.max(...bars.map((bar) => bar.value), 1)
  const scale = grid(most)
  const gutter = labelGap + figureWide * Math.max(...scale.map((value) => format(value).length))
  const step = (width - gutter) / Math.max(bars.length, 1)
  const size = Math.min(step * share, widest)
  const headroom = mark ? 2 * lineHigh : lineHigh
  const highOf = (value: number) => ((height - headroom) * value) / most
  /** Beside the line across where it stands above the bar, on the other side than the line's own number. */
  const asideOf = (index: number, middle: number) => {
    if (mark === undefined || Math.abs(mark.at - index) * step > besideLine) return 0
    return middle > width / 2 ? besideLine : -besideLine
  }
  const highest = bars.findIndex((bar) => bar.value === most)
  return (
    <div ref={box} className={styles.box} style={{ blockSize: `${(height + axis) / 16}rem` }}>
      {width === 0 ? null : (
        <svg
          className={classNames(styles.plot, isSeen && styles.seen)}
          viewBox={`0 0 ${width} ${height + axis}`}
          aria-hidden="true"
        >
          {scale.map((value) => (
            <g key={value}>
              <line
                className={styles.grid}
                x1={at(gutter)}
                x2={at(width)}
                y1={height - highOf(value)}
                y2={height - highOf(value)}
              />
              <text className={styles.scale} x={at(gutter - labelGap)} y={height - highOf(value) + 4}>
                {format(value)}
              </text>
            </g>
          ))}
          {bars.map(({ name, label, value, second = 0 }, index) => {
            const x = at(gutter + index * step + (step - size) / 2, size)
            const middle = x + size / 2
            const high = highOf(value)
            const upper = second > 0 ? highOf(second) : 0
            return (
              <g key={name}>
                <title>{`${name} · ${format(value)}`}</title>
                <rect
                  className={styles.hit}
                  x={at(gutter + index * step, step)}
                  y={0}
                  width={step}
                  height={height}
                />
                {value === 0 ? (
                  <rect className={styles.none} x={x} y={height - 2} width={size} height={2} />
                ) : null}
                <path
                  className={classNames(styles.bar, index === highest && styles.highest)}
                  d={column(x, height, size, high - (upper > 0 ? upper + 2 : 0), upper > 0 ? 0 : corner)}
                />
                <path className={styles.second} d={column(x, height - high + upper, size, upper, corner)} />
                {index === highest && value > 0 ? (
                  <text className={styles.value} x={middle} y={height - high - 5} dx={asideOf(index, middle)}>
                    {format(value)}
                  </text>
                ) : null}
                <text className={styles.label} x={within(middle, width)} y={height + 16}>
                  {label}
                </text>
              </g>
            )
          })}
          {mark ? (
            <Mark x={at(gutter + (mark.at + 0.5) * step)} height={height} width={width} label={mark.label} />
          ) : null}
        </svg>
      )}
    </div>
  )
}

function Mark({ x, height, width, label }: { x: number; height: number; width: number; label: string }) {
  const side =
    x > width / 2 ? { dx: -6, textAnchor: 'end' as const } : { dx: 6, textAnchor: 'start' as const }
  return (
    <g direction="ltr">
      <line className={styles.mark} x1={x} x2={x} y1={0} y2={height} />
      <text className={styles.markValue} x={x} y={11} {...side}>
        {label}
      </text>
    </g>
  )
}

/** Where the middle of a label goes, so that the outer ones end at the edge. */
const within = (middle: number, width: number) => Math.min(Math.max(middle, halfLabel), width - halfLabel)

/** At most four lines, at 1, 2 or 5 times a power of ten. */
function grid(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = [power / 5, power / 2, power, 2 * power, 5 * power]
  const step = steps.find((one) => Number.isInteger(one) && most / one <= 4) ?? most
  return Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step)
}

/** A bar that stands at `foot`, with round upper corners. */
function column(x: number, foot: number, width: number, high: number, round: number): string {
  if (high <= 0) return ''
  const radius = Math.min(round, high)
  return `M${x} ${foot}v${radius - high}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${high - radius}z`
}
