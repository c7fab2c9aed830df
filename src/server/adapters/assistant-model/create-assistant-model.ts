import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/core/logger.ts'
import { createUpstream, type Upstream } from '../upstream.ts'
import { ModelFault, type AssistantModel } from './assistant-model.ts'

/** The operator's model; null when none is set. After five failures in a row it is left alone for half a minute. */
export function createAssistantModel(
  { assistant }: Pick<Config, 'assistant'>,
  logger: Logger,
  upstream: Upstream = createUpstream(),
): AssistantModel | null {
  if (!assistant) return null
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ModelFault),
    { halfOpenAfter: 30_000, breaker: new ConsecutiveBreaker(5) },
  )
  breaker.onBreak(() => {
    logger.warn('the language model does not answer and is left alone for half a minute')
    upstream.leave()
  })
  // Loaded on first use: the SDK is large, and most installations have no model.
  const open = () =>
    import('./sdk-model.ts').then(({ createSdkModel }) => createSdkModel(assistant, logger, upstream))
  let opened: ReturnType<typeof open> | undefined
  return guarded(() => (opened ??= open()), breaker)
}

function guarded(model: () => Promise<AssistantModel>, breaker: CircuitBreakerPolicy): AssistantModel {
  return {
    async converse(conversation, hear) {
      try {
        await breaker.execute(async () => (await model()).converse(conversation, hear))
      } catch (error) {
        throw isBrokenCircuitError(error) ? new ModelFault('it has failed too often') : error
      }
    },
  }
}
