import { useEffect, useState } from 'react'

const second = 1000

/** Whole seconds that are left, and a function that starts over; by the clock, so a sleeping tab is right. */
export function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * second)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / second))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [running])
  const restart = (next: number) => {
    const start = Date.now()
    setNow(start)
    setEnd(start + next * second)
  }
  return [left, restart]
}
