/** How one request to a service outside went. */
export type UpstreamOutcome = 'answered' | 'not_found' | 'refused' | 'slowed' | 'failed'

export type UpstreamState = 'unknown' | 'answers' | 'refused' | 'away'

/** What this process has seen of a service outside, for whoever asks how Scene is. */
export interface Upstream {
  note(outcome: UpstreamOutcome): void
  /** It is left alone for a while: a row of requests failed. */
  leave(): void
  state(): UpstreamState
}

export function createUpstream(count: (outcome: UpstreamOutcome) => void = () => undefined): Upstream {
  let state: UpstreamState = 'unknown'
  return {
    note(outcome) {
      count(outcome)
      if (outcome === 'answered' || outcome === 'not_found') state = 'answers'
      else if (outcome === 'refused') state = 'refused'
    },
    leave() {
      // Whoever refuses is there.
      if (state !== 'refused') state = 'away'
    },
    state: () => state,
  }
}
