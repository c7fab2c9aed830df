import type { AssistantAnswer, AssistantLanguage } from '#shared/api/assistant.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import type { askSceneBot } from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'

export interface Asked {
  message: string
  /** What to answer in; null for the question’s own. */
  language: AssistantLanguage | null
  history: NonNullable<BodyOf<typeof askSceneBot>['history']>
}

/** Answers from the catalogue and the viewer’s diary, without a language model. */
export async function answerBuiltIn(_ctx: Context, _viewer: Viewer, _asked: Asked): Promise<AssistantAnswer> {
  throw fail('assistant.unavailable')
}
