/** The outcome of one request to an outside service. */
export type UpstreamOutcome = 'answered' | 'not_found' | 'refused' | 'slowed' | 'failed'

export type UpstreamState = 'unknown' | 'answers' | 'refused' | 'away'

/** The state of an outside service, as this process saw it; for the operator's page. */
export interface Upstream {
  note(outcome: UpstreamOutcome): void
  /** Notes that the service is left alone for a while, after several failures in a row. */
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
      // A service that refuses is reachable.
      if (state !== 'refused') state = 'away'
    },
    state: () => state,
  }
}
