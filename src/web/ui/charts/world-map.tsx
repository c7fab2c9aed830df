import { classNames } from '#web/ui/class-names.ts'
import styles from './world-map.module.css'
import outlines from './world-map.json'

interface WorldMapProps {
  /** By country, ISO 3166-1 alpha-2. */
  values: ReadonlyMap<string, number>
  /** What a country and its value are called, for a pointer that rests on it. */
  name: (code: string, value: number) => string
}

/** Values from which on a country is filled more strongly. */
const steps = [1, 2, 5, 20]

/** The countries, the more the stronger. West is left in every language. */
export function WorldMap({ values, name }: WorldMapProps) {
  return (
    <svg className={styles.map} viewBox="0 0 720 351" aria-hidden="true">
      {Object.entries(outlines).map(([code, outline]) => {
        const value = values.get(code) ?? 0
        const step = steps.filter((least) => value >= least).length
        return (
          <path key={code} className={classNames(styles.land, styles[`heat${step}`])} d={outline}>
            {value > 0 ? <title>{name(code, value)}</title> : null}
          </path>
        )
      })}
    </svg>
  )
}
