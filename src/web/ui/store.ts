import { useSyncExternalStore } from 'react'

interface Store<Value> {
  current: () => Value
  change: (next: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** A value of the page, created once: anything may change it, and what `useStore` shows of it follows. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    current: () => value,
    change(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <Value>({ subscribe, current }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, current)
