const charactersOfToken = 3

/**
 * What the rounds of a conversation take, the first first: a round begins before the end of the last one is heard of.
 * An estimate stands in where the provider does not tell, and for rounds that are cut off.
 */
export function createTokenCounter(hear: (tokens: number) => void) {
  const rounds: number[] = []
  return {
    begin: (sent: string) => void rounds.push(sent.length / charactersOfToken),
    /** Nothing was taken. */
    refused: () => void rounds.pop(),
    more(text: string) {
      rounds[0] = (rounds[0] ?? 0) + text.length / charactersOfToken
    },
    end(tokens: number | undefined) {
      const estimate = rounds.shift() ?? 0
      hear(Math.ceil(tokens ?? estimate))
    },
    cut() {
      for (const estimate of rounds.splice(0)) hear(Math.ceil(estimate))
    },
  }
}
