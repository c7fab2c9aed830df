import styles from './logo.module.css'

interface LogoProps {
  /** Height in CSS pixels at the default text size. */
  size?: number | undefined
  /** Only the mark, without the name beside it. */
  markOnly?: boolean | undefined
}

/**
 * Two half discs that form an S, and the cue mark a projectionist sees in the corner of the last frames of
 * a reel. It is never mirrored.
 */
export function Logo({ size = 32, markOnly = false }: LogoProps) {
  return (
    <svg
      className={styles.logo}
      style={{ blockSize: `${size / 16}rem`, inlineSize: `${(size * (markOnly ? 35.5 : 164)) / 768}rem` }}
      viewBox={markOnly ? '0 0 35.5 48' : '0 0 164 48'}
      role="img"
      aria-label="Scene"
    >
      <path className={styles.light} d="M16 1v23a11.5 11.5 0 0 1 0-23Z" />
      <path className={styles.deep} d="M16 24v23a11.5 11.5 0 0 0 0-23Z" />
      <circle className={styles.cue} cx="25.5" cy="10" r="5.5" />
      {markOnly ? null : (
        <path
          className={styles.word}
          transform="translate(41 38)"
          d="m22-19.7q-1.4-.9-3.1-1.6q-1.7-.6-3.2-1q-1.5-.4-2.7-.4q-1.3 0-2.1.5q-.8.5-.8 1.6q0 1 .8 1.7q.7.6 2.1 1.1q1.3.4 2.9.8q1.6.5 3.1 1.1q1.6.6 2.9 1.5q1.3 1 2.1 2.4q.8 1.5.8 3.7q0 2.9-1.5 4.8q-1.5 1.9-4.1 2.9q-2.5 1-5.6 1q-2.4 0-4.7-.5q-2.4-.6-4.5-1.6q-2.1-1-3.8-2.4l2.9-5.7q1.4 1.3 3.2 2.3q1.8.9 3.7 1.5q1.8.5 3.2.5q1.7 0 2.6-.6q1-.6 1-1.8q0-1.1-.8-1.7q-.8-.7-2.2-1.1q-1.3-.5-2.9-.9q-1.5-.4-3.1-1q-1.6-.6-2.9-1.5q-1.3-.9-2.1-2.3q-.8-1.4-.8-3.6q0-2.6 1.4-4.5q1.4-2 3.9-3q2.5-1.1 5.9-1.1q3.1 0 6 .9q3 .9 5.2 2.3zm20 5.9q-.7-1.1-1.7-1.7q-1.1-.6-2.5-.6q-1.3 0-2.3.7q-.9.6-1.5 1.8q-.5 1.2-.5 2.8q0 1.6.5 2.8q.6 1.2 1.5 1.9q1 .7 2.3.7q1.4 0 2.5-.6q1.1-.6 1.7-1.9l5.3 3q-1.3 2.5-3.9 3.8q-2.5 1.3-6 1.3q-3.3 0-5.8-1.3q-2.5-1.4-3.9-3.9q-1.4-2.4-1.4-5.7q0-3.4 1.4-5.9q1.4-2.5 3.9-3.9q2.6-1.3 5.9-1.3q3.3 0 5.8 1.3q2.5 1.3 3.9 3.7zm21.6 1.1q.1-1.3-.4-2.2q-.5-1-1.4-1.5q-1-.5-2.2-.5q-1.4 0-2.3.7q-1 .8-1.6 2.1q-.5 1.3-.5 3q0 1.9.6 3.2q.7 1.4 1.9 2.1q1.1.8 2.7.8q2.9 0 5.1-2.2l3.7 3.6q-1.6 1.8-4 2.8q-2.4 1-5.4 1q-3.6 0-6.1-1.3q-2.6-1.4-4-3.9q-1.4-2.4-1.4-5.7q0-3.4 1.4-5.9q1.4-2.5 4-3.9q2.5-1.3 5.9-1.3q3.8 0 6.3 1.5q2.5 1.6 3.7 4.5q1.2 3 .9 6.9h-16.3v-3.8zm25.2 1.1q0-1.9-1-3q-1-1-2.7-1q-2 0-3.2 1.4q-1.1 1.4-1.1 3.5h-1.7q0-3.7 1.1-6.2q1.1-2.5 3.1-3.7q1.9-1.3 4.7-1.3q2.4 0 4.1 1q1.8 1 2.8 2.9q.9 1.8.9 4.4v13.6h-7zm-15.1-10h7.1v21.6h-7.1zm40.1 8.9q0-1.3-.5-2.2q-.5-1-1.4-1.5q-.9-.5-2.1-.5q-1.4 0-2.4.7q-1 .8-1.5 2.1q-.6 1.3-.6 3q0 1.9.7 3.2q.6 1.4 1.8 2.1q1.2.8 2.7.8q2.9 0 5.1-2.2l3.7 3.6q-1.6 1.8-4 2.8q-2.4 1-5.4 1q-3.5 0-6.1-1.3q-2.6-1.4-4-3.9q-1.4-2.4-1.4-5.7q0-3.4 1.4-5.9q1.4-2.5 4-3.9q2.6-1.3 5.9-1.3q3.8 0 6.3 1.5q2.5 1.6 3.7 4.5q1.2 3 .9 6.9h-16.3v-3.8z"
        />
      )}
    </svg>
  )
}
